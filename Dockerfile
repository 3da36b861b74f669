FROM python:3.13-slim-bookworm

RUN useradd --create-home --uid 10001 hexcade
WORKDIR /app

COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes --requirement requirements.lock

COPY bot.py ./
COPY cogs cogs
COPY data data
COPY engine engine
COPY playground playground
COPY render render
# Here, because the image may be run read-only: compiling at each start costs seconds.
RUN python -m compileall -q bot.py cogs data engine playground render

RUN mkdir var && chown hexcade:hexcade var
# By number, so that a host can tell that it is not root.
USER 10001
VOLUME /app/var
ENV PYTHONUNBUFFERED=1
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-m", "cogs._heartbeat"]
CMD ["python", "bot.py"]
