# The digest of the index of all platforms, so that every build has the same base. Renew it at least for each security
# release of Python: `docker buildx imagetools inspect python:3.13-slim-bookworm` prints it.
FROM python:3.13-slim-bookworm@sha256:a1165e272e578941b84abc79e4ab38a0305cd12803a5c4247979ac7655f4d641

RUN useradd --create-home --uid 10001 hexcade
WORKDIR /app

# It puts letters of Arabic, Hebrew and Indian scripts in order.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*

COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes --requirement requirements.lock

COPY bot.py ./
COPY cogs cogs
COPY data data
RUN pybabel -q compile -d data/locales -D hexcade
COPY engine engine
COPY language language
COPY leagues leagues
COPY ops ops
COPY playground playground
COPY render render
COPY tables tables
# The image may run read-only, and compiling at each start would take seconds.
RUN python -m compileall -q bot.py cogs data engine language leagues ops playground render tables

RUN mkdir var && chown hexcade:hexcade var
# A number, so that Kubernetes can check that it is not root.
USER 10001
VOLUME /app/var
# glibc returns large blocks, such as those of drawn pictures, to the system.
ENV PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=2097152 MALLOC_TRIM_THRESHOLD_=8388608
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-m", "ops.heartbeat"]
CMD ["python", "bot.py"]
