-- audit.act TEXT
-- audit.actor BIGINT
-- audit.created BIGINT
-- audit.guild_id BIGINT
-- audit.id BIGINT
-- audit.reason TEXT
-- audit.table_id TEXT
-- audit.user_id BIGINT
-- blocks.created BIGINT
-- blocks.guild_id BIGINT
-- blocks.user_id BIGINT
-- deals.made_from TEXT
-- deals.number INTEGER
-- deals.season_id TEXT
-- deletions.requested BIGINT
-- deletions.user_id BIGINT
-- drafts.content TEXT
-- drafts.name TEXT
-- drafts.seat INTEGER
-- drafts.table_id TEXT
-- drafts.turn INTEGER
-- drafts.updated BIGINT
-- entries.action TEXT
-- entries.actor TEXT
-- entries.bank BIGINT
-- entries.created BIGINT
-- entries.digest TEXT
-- entries.events TEXT
-- entries.n INTEGER
-- entries.page TEXT
-- entries.table_id TEXT
-- entries.time_left BIGINT
-- facts.name TEXT
-- facts.value TEXT
-- follows.channel_id BIGINT
-- follows.each_turn INTEGER
-- follows.message_id BIGINT
-- follows.step INTEGER
-- follows.table_id TEXT
-- follows.user_id BIGINT
-- handovers.created BIGINT
-- handovers.id BIGINT
-- handovers.kind TEXT
-- handovers.n INTEGER
-- handovers.name TEXT
-- handovers.seat INTEGER
-- handovers.step INTEGER
-- handovers.table_id TEXT
-- handovers.user_id BIGINT
-- imports.content BLOB
-- imports.created BIGINT
-- imports.digest TEXT
-- imports.game TEXT
-- imports.id TEXT
-- imports.n INTEGER
-- imports.user_id BIGINT
-- leagues.channel_id BIGINT
-- leagues.created BIGINT
-- leagues.ended BIGINT
-- leagues.game TEXT
-- leagues.guild_id BIGINT
-- leagues.id TEXT
-- leagues.name TEXT
-- leagues.options TEXT
-- leagues.organiser BIGINT
-- leagues.settings TEXT
-- lesson_progress.done BIGINT
-- lesson_progress.drafts TEXT
-- lesson_progress.game TEXT
-- lesson_progress.lesson TEXT
-- lesson_progress.page INTEGER
-- lesson_progress.updated BIGINT
-- lesson_progress.user_id BIGINT
-- lesson_progress.wrong INTEGER
-- logs.content BLOB
-- logs.n INTEGER
-- logs.table_id TEXT
-- members.cap INTEGER
-- members.joined BIGINT
-- members.missed INTEGER
-- members.name TEXT
-- members.season_id TEXT
-- members.state TEXT
-- members.user_id BIGINT
-- members.waiting BIGINT
-- messages.channel_id BIGINT
-- messages.created BIGINT
-- messages.id BIGINT
-- messages.kind TEXT
-- messages.message_id BIGINT
-- messages.n INTEGER
-- messages.step INTEGER
-- messages.table_id TEXT
-- mutes.table_id TEXT
-- mutes.user_id BIGINT
-- notes.content TEXT
-- notes.table_id TEXT
-- notes.user_id BIGINT
-- outbox.attempted BIGINT
-- outbox.attempts INTEGER
-- outbox.created BIGINT
-- outbox.done BIGINT
-- outbox.due BIGINT
-- outbox.error TEXT
-- outbox.expires BIGINT
-- outbox.id BIGINT
-- outbox.kind TEXT
-- outbox.payload TEXT
-- outbox.process TEXT
-- outbox.step INTEGER
-- outbox.table_id TEXT
-- outbox.token TEXT
-- pings.created BIGINT
-- pings.reason TEXT
-- pings.table_id TEXT
-- pings.turn INTEGER
-- pings.user_id BIGINT
-- plans.action TEXT
-- plans.condition TEXT
-- plans.created BIGINT
-- plans.dropped TEXT
-- plans.seat INTEGER
-- plans.table_id TEXT
-- plans.user_id BIGINT
-- processes.ahead BIGINT
-- processes.alive BIGINT
-- processes.application BIGINT
-- processes.build TEXT
-- processes.host TEXT
-- processes.id TEXT
-- processes.leaving BOOLEAN
-- processes.shards TEXT
-- processes.started BIGINT
-- rating_events.created BIGINT
-- rating_events.game TEXT
-- rating_events.guild_id BIGINT
-- rating_events.id BIGINT
-- rating_events.people TEXT
-- rating_events.places TEXT
-- rating_events.table_id TEXT
-- rating_events.voided INTEGER
-- ratings.game TEXT
-- ratings.guild_id BIGINT
-- ratings.mu FLOAT
-- ratings.sigma FLOAT
-- ratings.tables INTEGER
-- ratings.user_id BIGINT
-- sandboxes.chooses INTEGER
-- sandboxes.created BIGINT
-- sandboxes.drafts TEXT
-- sandboxes.game TEXT
-- sandboxes.moves TEXT
-- sandboxes.origin TEXT
-- sandboxes.position BLOB
-- sandboxes.sandbox TEXT
-- sandboxes.seat INTEGER
-- sandboxes.step INTEGER
-- sandboxes.told INTEGER
-- sandboxes.turn INTEGER
-- sandboxes.updated BIGINT
-- sandboxes.user_id BIGINT
-- season_acts.act TEXT
-- season_acts.actor BIGINT
-- season_acts.created BIGINT
-- season_acts.details TEXT
-- season_acts.id BIGINT
-- season_acts.season_id TEXT
-- season_acts.undo TEXT
-- season_acts.undone BIGINT
-- season_acts.why TEXT
-- season_tables.deal INTEGER
-- season_tables.ended BIGINT
-- season_tables.n INTEGER
-- season_tables.people TEXT
-- season_tables.result TEXT
-- season_tables.season_id TEXT
-- season_tables.state TEXT
-- season_tables.table_id TEXT
-- season_tables.why TEXT
-- seasons.attempts INTEGER
-- seasons.begins BIGINT
-- seasons.channel_id BIGINT
-- seasons.deals INTEGER
-- seasons.due BIGINT
-- seasons.ends BIGINT
-- seasons.forbidden TEXT
-- seasons.held INTEGER
-- seasons.id TEXT
-- seasons.last_deal BIGINT
-- seasons.league_id TEXT
-- seasons.message_id BIGINT
-- seasons.number INTEGER
-- seasons.retry BIGINT
-- seasons.rules INTEGER
-- seasons.seed BLOB
-- seasons.shown BIGINT
-- seasons.state TEXT
-- seasons.version INTEGER
-- seasons.waited INTEGER
-- seats.bank BIGINT
-- seats.by_moderator INTEGER
-- seats.choices TEXT
-- seats.due BIGINT
-- seats.hint TEXT
-- seats.hints INTEGER
-- seats.missed INTEGER
-- seats.name TEXT
-- seats.offered_by BIGINT
-- seats.offered_to BIGINT
-- seats.offers INTEGER
-- seats.open INTEGER
-- seats.place INTEGER
-- seats.player TEXT
-- seats.remind BIGINT
-- seats.salt TEXT
-- seats.score INTEGER
-- seats.seat INTEGER
-- seats.since BIGINT
-- seats.state TEXT
-- seats.table_id TEXT
-- seats.time_left BIGINT
-- seats.user_id BIGINT
-- seats.won INTEGER
-- servers.id BIGINT
-- servers.settings TEXT
-- servers.updated BIGINT
-- snapshots.n INTEGER
-- snapshots.state BLOB
-- snapshots.step INTEGER
-- snapshots.table_id TEXT
-- tables.channel_id BIGINT
-- tables.commitment TEXT
-- tables.created BIGINT
-- tables.draw INTEGER
-- tables.ended BIGINT
-- tables.game TEXT
-- tables.guild_id BIGINT
-- tables.host BIGINT
-- tables.id TEXT
-- tables.idle TEXT
-- tables.kept_from BIGINT
-- tables.moderation TEXT
-- tables.options TEXT
-- tables.pause TEXT
-- tables.phase TEXT
-- tables.pruned BIGINT
-- tables.rematch_of TEXT
-- tables.rules_version INTEGER
-- tables.salts TEXT
-- tables.server_seed BLOB
-- tables.settings TEXT
-- tables.step INTEGER
-- tables.takeback TEXT
-- tables.turn INTEGER
-- tables.updated BIGINT
-- timers.attempts INTEGER
-- timers.due BIGINT
-- timers.id BIGINT
-- timers.kind TEXT
-- timers.process TEXT
-- timers.step INTEGER
-- timers.table_id TEXT
-- users.created BIGINT
-- users.id BIGINT
-- users.name TEXT
-- users.settings TEXT
-- users.updated BIGINT
-- vacations.begins BIGINT
-- vacations.created BIGINT
-- vacations.ends BIGINT
-- vacations.id BIGINT
-- vacations.user_id BIGINT
DELETE FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id = ?
DELETE FROM deletions WHERE deletions.user_id = ?
DELETE FROM drafts WHERE drafts.table_id = ?
DELETE FROM drafts WHERE drafts.table_id = ? AND drafts.seat = ?
DELETE FROM drafts WHERE drafts.table_id = ? AND drafts.seat IN (SELECT seats.seat FROM seats WHERE seats.table_id = ? AND seats.user_id = ?)
DELETE FROM drafts WHERE drafts.table_id IN (?)
DELETE FROM drafts WHERE drafts.table_id IN (?, ?)
DELETE FROM drafts WHERE drafts.table_id IN (?, ?, ?)
DELETE FROM drafts WHERE drafts.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
DELETE FROM entries WHERE entries.table_id = ?
DELETE FROM facts WHERE facts.name = ?
DELETE FROM follows WHERE follows.table_id = ? AND follows.user_id = ?
DELETE FROM follows WHERE follows.table_id IN (?)
DELETE FROM follows WHERE follows.table_id IN (?, ?)
DELETE FROM follows WHERE follows.table_id IN (?, ?, ?)
DELETE FROM follows WHERE follows.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
DELETE FROM follows WHERE follows.user_id = ?
DELETE FROM imports WHERE imports.created < ?
DELETE FROM imports WHERE imports.id = ?
DELETE FROM imports WHERE imports.user_id = ?
DELETE FROM lesson_progress WHERE lesson_progress.user_id = ?
DELETE FROM messages WHERE messages.id IN (SELECT older.id FROM messages AS older WHERE older.table_id IN (?) AND (EXISTS (SELECT * FROM messages AS newer WHERE newer.table_id = older.table_id AND newer.kind = older.kind AND newer.id > older.id)) LIMIT ? OFFSET ?)
DELETE FROM messages WHERE messages.id IN (SELECT older.id FROM messages AS older WHERE older.table_id IN (?, ?) AND (EXISTS (SELECT * FROM messages AS newer WHERE newer.table_id = older.table_id AND newer.kind = older.kind AND newer.id > older.id)) LIMIT ? OFFSET ?)
DELETE FROM messages WHERE messages.id IN (SELECT older.id FROM messages AS older WHERE older.table_id IN (?, ?, ?) AND (EXISTS (SELECT * FROM messages AS newer WHERE newer.table_id = older.table_id AND newer.kind = older.kind AND newer.id > older.id)) LIMIT ? OFFSET ?)
DELETE FROM messages WHERE messages.id IN (SELECT older.id FROM messages AS older WHERE older.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AND (EXISTS (SELECT * FROM messages AS newer WHERE newer.table_id = older.table_id AND newer.kind = older.kind AND newer.id > older.id)) LIMIT ? OFFSET ?)
DELETE FROM messages WHERE messages.kind = ? AND messages.message_id = ?
DELETE FROM messages WHERE messages.kind = ? AND messages.table_id IN (SELECT threads.table_id FROM messages AS threads WHERE threads.table_id IN (SELECT tables.id FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.guild_id = ?) AND threads.kind = ? AND threads.message_id = threads.channel_id)
DELETE FROM mutes WHERE mutes.table_id = ? AND mutes.user_id = ?
DELETE FROM mutes WHERE mutes.table_id IN (?)
DELETE FROM mutes WHERE mutes.table_id IN (?, ?)
DELETE FROM mutes WHERE mutes.table_id IN (?, ?, ?)
DELETE FROM mutes WHERE mutes.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
DELETE FROM mutes WHERE mutes.user_id = ?
DELETE FROM notes WHERE notes.table_id = ? AND notes.user_id = ?
DELETE FROM notes WHERE notes.table_id IN (?)
DELETE FROM notes WHERE notes.table_id IN (?, ?)
DELETE FROM notes WHERE notes.table_id IN (?, ?, ?)
DELETE FROM notes WHERE notes.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
DELETE FROM notes WHERE notes.user_id = ?
DELETE FROM outbox
DELETE FROM outbox WHERE outbox.id = ?
DELETE FROM outbox WHERE outbox.id IN (SELECT outbox.id FROM outbox WHERE outbox.done < ? ORDER BY outbox.done LIMIT ? OFFSET ?)
DELETE FROM outbox WHERE outbox.id IN (SELECT outbox.id FROM outbox WHERE outbox.done < ? ORDER BY outbox.done LIMIT ?)
DELETE FROM outbox WHERE outbox.table_id = ? AND outbox.done IS NOT NULL
DELETE FROM pings WHERE pings.table_id = ? AND pings.turn = ? AND pings.user_id = ? AND pings.reason = ?
DELETE FROM pings WHERE pings.table_id IN (?)
DELETE FROM pings WHERE pings.table_id IN (?, ?)
DELETE FROM pings WHERE pings.table_id IN (?, ?, ?)
DELETE FROM pings WHERE pings.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
DELETE FROM pings WHERE pings.user_id = ?
DELETE FROM plans WHERE plans.table_id = ? AND plans.seat = ?
DELETE FROM plans WHERE plans.table_id IN (?)
DELETE FROM plans WHERE plans.table_id IN (?, ?)
DELETE FROM plans WHERE plans.table_id IN (?, ?, ?)
DELETE FROM plans WHERE plans.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
DELETE FROM plans WHERE plans.user_id = ?
DELETE FROM processes WHERE processes.id = ?
DELETE FROM ratings WHERE ratings.guild_id = ? AND ratings.game = ?
DELETE FROM sandboxes WHERE sandboxes.updated < ?
DELETE FROM sandboxes WHERE sandboxes.user_id = ?
DELETE FROM seats WHERE seats.table_id = ? AND seats.seat = ?
DELETE FROM snapshots
DELETE FROM snapshots WHERE snapshots.table_id IN (?)
DELETE FROM snapshots WHERE snapshots.table_id IN (?, ?)
DELETE FROM snapshots WHERE snapshots.table_id IN (?, ?, ?)
DELETE FROM snapshots WHERE snapshots.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
DELETE FROM timers WHERE timers.table_id = ?
DELETE FROM timers WHERE timers.table_id = ? AND timers.kind = ?
DELETE FROM timers WHERE timers.table_id = ? AND timers.kind IN (?)
DELETE FROM timers WHERE timers.table_id = ? AND timers.kind IN (?, ?)
DELETE FROM timers WHERE timers.table_id = ? AND timers.kind IN (?, ?, ?)
DELETE FROM timers WHERE timers.table_id = ? AND timers.kind IN (?, ?, ?, ?)
DELETE FROM timers WHERE timers.table_id IN (?)
DELETE FROM timers WHERE timers.table_id IN (?, ?)
DELETE FROM timers WHERE timers.table_id IN (?, ?, ?)
DELETE FROM timers WHERE timers.table_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
DELETE FROM timers WHERE timers.table_id IS NULL
DELETE FROM timers WHERE timers.table_id IS NULL AND timers.kind = ?
DELETE FROM users WHERE users.id = ?
DELETE FROM vacations WHERE vacations.id = ?
DELETE FROM vacations WHERE vacations.user_id = ?
DELETE FROM vacations WHERE vacations.user_id = ? AND vacations.ends < ?
INSERT INTO audit (guild_id, table_id, actor, act, user_id, reason, created) VALUES (?, ?, ?, ?, ?, ?, ?)
INSERT INTO blocks (guild_id, user_id, created) VALUES (?, ?, ?) ON CONFLICT (guild_id, user_id) DO UPDATE SET created = excluded.created
INSERT INTO deals (season_id, number, made_from) VALUES (?, ?, ?)
INSERT INTO deletions (user_id, requested) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET requested = excluded.requested
INSERT INTO drafts (table_id, seat, name, turn, content, updated) SELECT id, 0, 'move', 9, 'a1', 9 FROM tables WHERE phase IN ('lobby', 'playing')
INSERT INTO drafts (table_id, seat, name, turn, content, updated) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat, name) DO UPDATE SET turn = excluded.turn, content = excluded.content, updated = excluded.updated
INSERT INTO entries (table_id, n, actor, action, digest, events, time_left, created, bank, page) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO facts (name, value) VALUES (?, ?)
INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
INSERT INTO follows (table_id, user_id, each_turn, step) SELECT id, 7, 1, 9 FROM tables
INSERT INTO follows (table_id, user_id, each_turn, step, channel_id, message_id) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, user_id) DO UPDATE SET each_turn = excluded.each_turn, step = excluded.step, channel_id = excluded.channel_id, message_id = excluded.message_id
INSERT INTO handovers (table_id, n, step, seat, user_id, name, created, kind) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO imports (id, user_id, game, n, digest, content, created) VALUES (?, ?, ?, ?, ?, ?, ?)
INSERT INTO leagues (id, guild_id, channel_id, organiser, name, game, options, settings, created, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO lesson_progress (user_id, game, lesson, page, wrong, drafts, done, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, game, lesson) DO UPDATE SET page = excluded.page, wrong = excluded.wrong, drafts = excluded.drafts, done = excluded.done, updated = excluded.updated
INSERT INTO logs (table_id, n, content) VALUES (?, ?, ?)
INSERT INTO members (season_id, user_id, name, state, cap, joined, waiting, missed) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (season_id, user_id) DO UPDATE SET name = excluded.name, state = excluded.state, cap = excluded.cap, joined = excluded.joined, waiting = excluded.waiting, missed = excluded.missed
INSERT INTO messages (table_id, kind, channel_id, message_id, n, step, created) SELECT id, 'card', channel_id, 1, 9, 9, 9 FROM tables WHERE ended IS NOT NULL
INSERT INTO messages (table_id, kind, channel_id, message_id, n, step, created) SELECT id, 'thread', channel_id, 90000 + created, 0, 1, 9 FROM tables WHERE phase IN ('lobby', 'playing')
INSERT INTO messages (table_id, kind, channel_id, message_id, n, step, created) VALUES (?, ?, ?, ?, ?, ?, ?)
INSERT INTO messages (table_id, kind, channel_id, message_id, n, step, created) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING messages.id
INSERT INTO mutes (table_id, user_id) SELECT id, host FROM tables
INSERT INTO mutes (table_id, user_id) VALUES (?, ?)
INSERT INTO notes (table_id, user_id, content) SELECT id, host, 'keep the wolf' FROM tables
INSERT INTO notes (table_id, user_id, content) VALUES (?, ?, ?) ON CONFLICT (table_id, user_id) DO UPDATE SET content = excluded.content
INSERT INTO outbox (id, table_id, kind, step, payload, token, expires, created, due, attempted, attempts, done, error, process) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO outbox (table_id, kind, step, payload, created, due, attempts, done) SELECT id, 'card', 9, '{}', 9, 1000000 + created, 0, NULL FROM tables WHERE phase IN ('lobby', 'playing') AND host < 5
INSERT INTO outbox (table_id, kind, step, payload, token, expires, created, due, attempts, process) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO outbox (table_id, kind, step, payload, token, expires, created, due, attempts, process) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING outbox.id
INSERT INTO pings (table_id, turn, user_id, reason, created) VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id, turn, user_id, reason) DO UPDATE SET created = excluded.created
INSERT INTO plans (table_id, seat, user_id, action, condition, created) SELECT id, 0, host, 'a1', '{}', 9 FROM tables WHERE phase IN ('lobby', 'playing')
INSERT INTO plans (table_id, seat, user_id, action, condition, dropped, created) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET user_id = excluded.user_id, action = excluded.action, condition = excluded.condition, dropped = excluded.dropped, created = excluded.created
INSERT INTO processes (id, build, host, application, started, alive, ahead, shards, leaving) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET build = excluded.build, host = excluded.host, application = excluded.application, started = excluded.started, alive = excluded.alive, ahead = excluded.ahead, shards = excluded.shards, leaving = excluded.leaving
INSERT INTO rating_events (guild_id, game, table_id, people, places, voided, created) VALUES (?, ?, ?, ?, ?, ?, ?)
INSERT INTO ratings (guild_id, game, user_id, mu, sigma, tables) VALUES (?, ?, ?, ?, ?, ?)
INSERT INTO ratings (guild_id, game, user_id, mu, sigma, tables) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (guild_id, game, user_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, tables = excluded.tables
INSERT INTO sandboxes (user_id, sandbox, game, origin, position, moves, drafts, step, turn, told, seat, chooses, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id) DO UPDATE SET sandbox = excluded.sandbox, game = excluded.game, origin = excluded.origin, position = excluded.position, moves = excluded.moves, drafts = excluded.drafts, step = excluded.step, turn = excluded.turn, told = excluded.told, seat = excluded.seat, chooses = excluded.chooses, created = excluded.created, updated = excluded.updated
INSERT INTO season_acts (season_id, actor, act, details, undo, why, created, undone) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO season_tables (table_id, season_id, deal, n, state, why, people, result, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET season_id = excluded.season_id, deal = excluded.deal, n = excluded.n, state = excluded.state, why = excluded.why, people = excluded.people, result = excluded.result, ended = excluded.ended
INSERT INTO seasons (id, league_id, number, state, seed, begins, last_deal, ends, deals, due, held, forbidden, version, channel_id, message_id, shown, waited, attempts, retry, rules) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO seats (table_id, seat, user_id, name, salt, choices, state, open, place) SELECT id, 0, host, 'Ann', '', '{}', 'active', CASE WHEN phase IN ('lobby', 'playing') THEN 1 ELSE 0 END, 1 FROM tables
INSERT INTO seats (table_id, seat, user_id, player, name, salt, choices, state, open, place, won, score, missed, offers, offered_to, offered_by, by_moderator, bank, due, remind, since, time_left, hints, hint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO seats (table_id, seat, user_id, player, name, salt, choices, state, place, won, score, missed, offers, offered_to, offered_by, by_moderator, bank, due, remind, since, time_left, hints, hint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET user_id = excluded.user_id, player = excluded.player, name = excluded.name, salt = excluded.salt, choices = excluded.choices, state = excluded.state, place = excluded.place, won = excluded.won, score = excluded.score, missed = excluded.missed, offers = excluded.offers, offered_to = excluded.offered_to, offered_by = excluded.offered_by, by_moderator = excluded.by_moderator, bank = excluded.bank, due = excluded.due, remind = excluded.remind, since = excluded.since, time_left = excluded.time_left, hints = excluded.hints, hint = excluded.hint
INSERT INTO servers (id, settings, updated) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, updated = excluded.updated
INSERT INTO snapshots (table_id, n, step, state) SELECT id, 9, 9, 'state' FROM tables
INSERT INTO snapshots (table_id, n, step, state) VALUES (?, ?, ?, ?)
INSERT INTO snapshots (table_id, n, step, state) VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, step = excluded.step, state = excluded.state
INSERT INTO tables (id, game, rules_version, phase, host, guild_id, channel_id, step, turn, options, settings, server_seed, commitment, salts, draw, created, updated, ended, kept_from, pruned, rematch_of, takeback, moderation, pause, idle) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO tables (id, game, rules_version, phase, host, guild_id, channel_id, step, turn, options, settings, server_seed, commitment, salts, draw, created, updated, ended, kept_from, rematch_of, takeback, moderation, pause, idle) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
INSERT INTO timers (table_id, kind, step, due) SELECT id, 'deadline', 9, 1000000 + created FROM tables WHERE phase IN ('lobby', 'playing')
INSERT INTO timers (table_id, kind, step, due, attempts, process) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind) WHERE table_id IS NULL DO UPDATE SET table_id = excluded.table_id, step = excluded.step, due = excluded.due, attempts = excluded.attempts, process = excluded.process
INSERT INTO timers (table_id, kind, step, due, attempts, process) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, kind) DO UPDATE SET step = excluded.step, due = excluded.due, attempts = excluded.attempts, process = excluded.process
INSERT INTO timers (table_id, kind, step, due, attempts, process) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, kind) DO UPDATE SET step = excluded.step, due = excluded.due, attempts = excluded.attempts, process = excluded.process RETURNING timers.id
INSERT INTO users (id, name, settings, created, updated) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, settings = excluded.settings, updated = excluded.updated
INSERT INTO users (id, name, settings, created, updated) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, updated = excluded.updated
INSERT INTO users (id, name, settings, created, updated) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, updated = excluded.updated
INSERT INTO users (id, name, settings, created, updated) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated
INSERT INTO vacations (user_id, begins, ends, created) VALUES (?, ?, ?, ?)
SELECT 1
SELECT DISTINCT messages.table_id FROM messages WHERE messages.table_id IN (?) AND messages.kind = ?
SELECT DISTINCT messages.table_id FROM messages WHERE messages.table_id IN (?, ?) AND messages.kind = ?
SELECT DISTINCT messages.table_id FROM messages WHERE messages.table_id IN (?, ?, ?, ?) AND messages.kind = ?
SELECT anon_1.n, anon_1.action FROM (SELECT entries.n AS n, entries.actor AS actor, entries.action AS action, entries.page AS page FROM entries WHERE entries.table_id = ? ORDER BY entries.n DESC LIMIT ? OFFSET ?) AS anon_1 WHERE anon_1.actor = ? AND anon_1.page = ? ORDER BY anon_1.n
SELECT audit.id, audit.guild_id, audit.table_id, audit.actor, audit.act, audit.user_id, audit.reason, audit.created FROM audit
SELECT audit.id, audit.guild_id, audit.table_id, audit.actor, audit.act, audit.user_id, audit.reason, audit.created FROM audit LIMIT ? OFFSET ?
SELECT audit.id, audit.guild_id, audit.table_id, audit.actor, audit.act, audit.user_id, audit.reason, audit.created FROM audit ORDER BY audit.id LIMIT ? OFFSET ?
SELECT audit.id, audit.guild_id, audit.table_id, audit.actor, audit.act, audit.user_id, audit.reason, audit.created FROM audit WHERE audit.guild_id = ? ORDER BY audit.id DESC LIMIT ? OFFSET ?
SELECT audit.id, audit.guild_id, audit.table_id, audit.actor, audit.act, audit.user_id, audit.reason, audit.created FROM audit WHERE audit.table_id = ? ORDER BY audit.id DESC LIMIT ? OFFSET ?
SELECT audit.id, audit.reason FROM audit WHERE (audit.reason LIKE '%' || ? || '%')
SELECT audit.table_id, audit.act, audit.created FROM audit WHERE audit.actor = ?
SELECT audit.table_id, audit.act, audit.created FROM audit WHERE audit.user_id = ?
SELECT blocks.guild_id, blocks.created FROM blocks WHERE blocks.user_id = ?
SELECT blocks.guild_id, blocks.user_id, blocks.created FROM blocks
SELECT blocks.guild_id, blocks.user_id, blocks.created FROM blocks LIMIT ? OFFSET ?
SELECT blocks.guild_id, blocks.user_id, blocks.created FROM blocks ORDER BY blocks.guild_id, blocks.user_id LIMIT ? OFFSET ?
SELECT blocks.guild_id, blocks.user_id, blocks.created FROM blocks WHERE blocks.guild_id = ? ORDER BY blocks.created DESC, blocks.user_id LIMIT ? OFFSET ?
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?, ?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?, ?, ?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?, ?, ?, ?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?, ?, ?, ?, ?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
SELECT blocks.user_id FROM blocks WHERE blocks.guild_id = ? AND blocks.user_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
SELECT count(*) AS count_1 FROM audit
SELECT count(*) AS count_1 FROM blocks
SELECT count(*) AS count_1 FROM deals
SELECT count(*) AS count_1 FROM deletions
SELECT count(*) AS count_1 FROM drafts
SELECT count(*) AS count_1 FROM entries
SELECT count(*) AS count_1 FROM facts
SELECT count(*) AS count_1 FROM follows
SELECT count(*) AS count_1 FROM handovers
SELECT count(*) AS count_1 FROM imports
SELECT count(*) AS count_1 FROM leagues
SELECT count(*) AS count_1 FROM lesson_progress
SELECT count(*) AS count_1 FROM logs
SELECT count(*) AS count_1 FROM members
SELECT count(*) AS count_1 FROM messages
SELECT count(*) AS count_1 FROM mutes
SELECT count(*) AS count_1 FROM outbox
SELECT count(*) AS count_1 FROM pings
SELECT count(*) AS count_1 FROM rating_events
SELECT count(*) AS count_1 FROM ratings
SELECT count(*) AS count_1 FROM sandboxes
SELECT count(*) AS count_1 FROM season_acts
SELECT count(*) AS count_1 FROM season_tables
SELECT count(*) AS count_1 FROM seasons
SELECT count(*) AS count_1 FROM seats
SELECT count(*) AS count_1 FROM servers
SELECT count(*) AS count_1 FROM snapshots
SELECT count(*) AS count_1 FROM tables
SELECT count(*) AS count_1 FROM tables WHERE tables.phase IN ('lobby', 'playing')
SELECT count(*) AS count_1 FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.channel_id = ?
SELECT count(*) AS count_1 FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.guild_id = ?
SELECT count(*) AS count_1 FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.host = ?
SELECT count(*) AS count_1 FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.host = ? AND tables.channel_id = ?
SELECT count(*) AS count_1 FROM timers
SELECT count(*) AS count_1 FROM timers WHERE timers.due <= ?
SELECT count(*) AS count_1 FROM users
SELECT count(*) AS count_1 FROM vacations
SELECT count(*) AS count_1, min(outbox.created) AS min_1 FROM outbox WHERE outbox.done IS NULL
SELECT count(DISTINCT outbox.table_id) AS count_1 FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ?
SELECT deals.season_id, deals.number, deals.made_from FROM deals
SELECT deals.season_id, deals.number, deals.made_from FROM deals LIMIT ? OFFSET ?
SELECT deals.season_id, deals.number, deals.made_from FROM deals ORDER BY deals.season_id, deals.number LIMIT ? OFFSET ?
SELECT deals.season_id, deals.number, deals.made_from FROM deals WHERE (deals.made_from LIKE '%' || ? || '%')
SELECT deals.season_id, deals.number, deals.made_from FROM deals WHERE deals.season_id = ? ORDER BY deals.number
SELECT deletions.requested FROM deletions WHERE deletions.user_id = ?
SELECT deletions.user_id FROM deletions ORDER BY deletions.requested
SELECT deletions.user_id, deletions.requested FROM deletions
SELECT deletions.user_id, deletions.requested FROM deletions LIMIT ? OFFSET ?
SELECT deletions.user_id, deletions.requested FROM deletions ORDER BY deletions.user_id LIMIT ? OFFSET ?
SELECT drafts.name, drafts.turn, drafts.content, drafts.updated FROM drafts WHERE drafts.table_id = ? AND drafts.seat = ? ORDER BY drafts.name
SELECT drafts.table_id, drafts.name, drafts.content, drafts.updated FROM drafts JOIN seats ON seats.table_id = drafts.table_id AND seats.seat = drafts.seat WHERE seats.user_id = ?
SELECT drafts.table_id, drafts.seat, drafts.name, drafts.turn, drafts.content, drafts.updated FROM drafts
SELECT drafts.table_id, drafts.seat, drafts.name, drafts.turn, drafts.content, drafts.updated FROM drafts LIMIT ? OFFSET ?
SELECT drafts.table_id, drafts.seat, drafts.name, drafts.turn, drafts.content, drafts.updated FROM drafts ORDER BY drafts.table_id, drafts.seat, drafts.name LIMIT ? OFFSET ?
SELECT entries.n, entries.actor, entries.action, entries.digest, entries.created FROM entries WHERE entries.table_id = ? ORDER BY entries.n
SELECT entries.n, entries.actor, entries.action, entries.digest, entries.events, entries.created, entries.time_left, entries.bank, entries.page FROM entries WHERE entries.table_id = ? AND entries.n > ? AND (entries.events IS NULL OR entries.events != ? OR entries.actor = ?) ORDER BY entries.n
SELECT entries.n, entries.actor, entries.action, entries.digest, entries.events, entries.created, entries.time_left, entries.bank, entries.page FROM entries WHERE entries.table_id = ? AND entries.n > ? ORDER BY entries.n
SELECT entries.n, entries.actor, entries.action, entries.digest, entries.events, entries.created, entries.time_left, entries.bank, entries.page FROM entries WHERE entries.table_id = ? ORDER BY entries.n DESC LIMIT ?
SELECT entries.n, entries.actor, entries.action, entries.digest, entries.events, entries.created, entries.time_left, entries.bank, entries.page FROM entries WHERE entries.table_id = ? ORDER BY entries.n DESC LIMIT ? OFFSET ?
SELECT entries.table_id, entries.n, entries.actor, entries.action, entries.digest, entries.created, entries.events, entries.time_left, entries.bank FROM entries
SELECT entries.table_id, entries.n, entries.actor, entries.action, entries.digest, entries.created, entries.events, entries.time_left, entries.bank, entries.page FROM entries
SELECT entries.table_id, entries.n, entries.actor, entries.action, entries.digest, entries.events, entries.time_left, entries.created, entries.bank, entries.page FROM entries
SELECT entries.table_id, entries.n, entries.actor, entries.action, entries.digest, entries.events, entries.time_left, entries.created, entries.bank, entries.page FROM entries LIMIT ? OFFSET ?
SELECT entries.table_id, entries.n, entries.actor, entries.action, entries.digest, entries.events, entries.time_left, entries.created, entries.bank, entries.page FROM entries ORDER BY entries.table_id, entries.n LIMIT ? OFFSET ?
SELECT entries.table_id, entries.n, entries.actor, entries.action, entries.digest, entries.events, entries.time_left, entries.created, entries.bank, entries.page FROM entries WHERE (entries.table_id, entries.n) > (?, ?) ORDER BY entries.table_id, entries.n LIMIT ? OFFSET ?
SELECT facts.name, facts.value FROM facts
SELECT facts.name, facts.value FROM facts LIMIT ? OFFSET ?
SELECT facts.name, facts.value FROM facts ORDER BY facts.name LIMIT ? OFFSET ?
SELECT facts.name, facts.value FROM facts WHERE facts.name IN (?, ?) OR facts.name BETWEEN ? AND ? ORDER BY facts.name
SELECT facts.value FROM facts WHERE facts.name = ?
SELECT follows.table_id, follows.each_turn FROM follows WHERE follows.user_id = ?
SELECT follows.table_id, follows.user_id, follows.each_turn, follows.step, follows.channel_id, follows.message_id FROM follows
SELECT follows.table_id, follows.user_id, follows.each_turn, follows.step, follows.channel_id, follows.message_id FROM follows LIMIT ? OFFSET ?
SELECT follows.table_id, follows.user_id, follows.each_turn, follows.step, follows.channel_id, follows.message_id FROM follows ORDER BY follows.table_id, follows.user_id LIMIT ? OFFSET ?
SELECT follows.table_id, follows.user_id, follows.each_turn, follows.step, follows.channel_id, follows.message_id FROM follows WHERE follows.table_id = ? ORDER BY follows.user_id
SELECT handovers.id, handovers.table_id, handovers.n, handovers.step, handovers.seat, handovers.user_id, handovers.name, handovers.created, handovers.kind FROM handovers
SELECT handovers.id, handovers.table_id, handovers.n, handovers.step, handovers.seat, handovers.user_id, handovers.name, handovers.created, handovers.kind FROM handovers LIMIT ? OFFSET ?
SELECT handovers.id, handovers.table_id, handovers.n, handovers.step, handovers.seat, handovers.user_id, handovers.name, handovers.created, handovers.kind FROM handovers ORDER BY handovers.id LIMIT ? OFFSET ?
SELECT handovers.n, handovers.step, handovers.seat, handovers.user_id, handovers.name, handovers.kind FROM handovers WHERE handovers.table_id = ? AND handovers.n >= ? ORDER BY handovers.id
SELECT handovers.name, handovers.seat FROM handovers WHERE handovers.table_id = ? AND handovers.user_id = ?
SELECT handovers.table_id, handovers.seat, handovers.n, handovers.name, handovers.created FROM handovers WHERE handovers.user_id = ?
SELECT imports.content FROM imports WHERE imports.id = ?
SELECT imports.id, imports.game, imports.n, imports.created FROM imports WHERE imports.user_id = ?
SELECT imports.id, imports.user_id, imports.game, imports.n, imports.created FROM imports WHERE imports.id = ?
SELECT imports.id, imports.user_id, imports.game, imports.n, imports.created FROM imports WHERE imports.user_id = ? AND imports.digest = ?
SELECT imports.id, imports.user_id, imports.game, imports.n, imports.created FROM imports WHERE imports.user_id = ? ORDER BY imports.created DESC, imports.id
SELECT imports.id, imports.user_id, imports.game, imports.n, imports.digest, imports.content, imports.created FROM imports
SELECT imports.id, imports.user_id, imports.game, imports.n, imports.digest, imports.content, imports.created FROM imports LIMIT ? OFFSET ?
SELECT imports.id, imports.user_id, imports.game, imports.n, imports.digest, imports.content, imports.created FROM imports ORDER BY imports.id LIMIT ? OFFSET ?
SELECT leagues.id, leagues.guild_id, leagues.channel_id, leagues.organiser, leagues.name, leagues.game, leagues.options, leagues.settings, leagues.created, leagues.ended FROM leagues
SELECT leagues.id, leagues.guild_id, leagues.channel_id, leagues.organiser, leagues.name, leagues.game, leagues.options, leagues.settings, leagues.created, leagues.ended FROM leagues LIMIT ? OFFSET ?
SELECT leagues.id, leagues.guild_id, leagues.channel_id, leagues.organiser, leagues.name, leagues.game, leagues.options, leagues.settings, leagues.created, leagues.ended FROM leagues ORDER BY leagues.id LIMIT ? OFFSET ?
SELECT leagues.id, leagues.guild_id, leagues.channel_id, leagues.organiser, leagues.name, leagues.game, leagues.options, leagues.settings, leagues.created, leagues.ended FROM leagues WHERE leagues.guild_id = ? ORDER BY leagues.created, leagues.id
SELECT leagues.id, leagues.guild_id, leagues.channel_id, leagues.organiser, leagues.name, leagues.game, leagues.options, leagues.settings, leagues.created, leagues.ended FROM leagues WHERE leagues.id = ?
SELECT leagues.id, leagues.name, leagues.created FROM leagues WHERE leagues.organiser = ?
SELECT lesson_progress.game, lesson_progress.lesson, lesson_progress.page, lesson_progress.wrong, lesson_progress.drafts, lesson_progress.done, lesson_progress.updated FROM lesson_progress WHERE lesson_progress.user_id = ?
SELECT lesson_progress.user_id, lesson_progress.game, lesson_progress.lesson, lesson_progress.page, lesson_progress.wrong, lesson_progress.drafts, lesson_progress.done, lesson_progress.updated FROM lesson_progress
SELECT lesson_progress.user_id, lesson_progress.game, lesson_progress.lesson, lesson_progress.page, lesson_progress.wrong, lesson_progress.drafts, lesson_progress.done, lesson_progress.updated FROM lesson_progress LIMIT ? OFFSET ?
SELECT lesson_progress.user_id, lesson_progress.game, lesson_progress.lesson, lesson_progress.page, lesson_progress.wrong, lesson_progress.drafts, lesson_progress.done, lesson_progress.updated FROM lesson_progress ORDER BY lesson_progress.user_id, lesson_progress.game, lesson_progress.lesson LIMIT ? OFFSET ?
SELECT lesson_progress.user_id, lesson_progress.game, lesson_progress.lesson, lesson_progress.page, lesson_progress.wrong, lesson_progress.drafts, lesson_progress.done, lesson_progress.updated FROM lesson_progress WHERE lesson_progress.user_id = ? AND lesson_progress.game = ? AND lesson_progress.lesson = ?
SELECT lesson_progress.user_id, lesson_progress.game, lesson_progress.lesson, lesson_progress.page, lesson_progress.wrong, lesson_progress.drafts, lesson_progress.done, lesson_progress.updated FROM lesson_progress WHERE lesson_progress.user_id = ? ORDER BY lesson_progress.updated DESC, lesson_progress.game, lesson_progress.lesson
SELECT logs.content FROM logs WHERE logs.table_id = ?
SELECT logs.table_id, logs.n, logs.content FROM logs
SELECT logs.table_id, logs.n, logs.content FROM logs LIMIT ? OFFSET ?
SELECT logs.table_id, logs.n, logs.content FROM logs ORDER BY logs.table_id LIMIT ? OFFSET ?
SELECT max(audit.id) AS max_1 FROM audit
SELECT max(handovers.id) AS max_1 FROM handovers
SELECT max(messages.id) AS max_1 FROM messages
SELECT max(outbox.id) AS max_1 FROM outbox
SELECT max(pings.created) AS max_1 FROM pings WHERE pings.table_id = ? AND pings.user_id = ? AND pings.reason = ?
SELECT max(rating_events.id) AS max_1 FROM rating_events
SELECT max(season_acts.id) AS max_1 FROM season_acts
SELECT max(timers.id) AS max_1 FROM timers
SELECT max(vacations.id) AS max_1 FROM vacations
SELECT members.season_id FROM members JOIN seasons ON seasons.id = members.season_id JOIN leagues ON leagues.id = seasons.league_id WHERE members.user_id = ? AND (members.name NOT IN (?, ?)) AND leagues.guild_id = ? AND seasons.state IN (?, ?, ?)
SELECT members.season_id, members.name, members.state, members.cap, members.joined FROM members WHERE members.user_id = ?
SELECT members.season_id, members.user_id, members.name, members.state, members.cap, members.joined, members.waiting, members.missed FROM members
SELECT members.season_id, members.user_id, members.name, members.state, members.cap, members.joined, members.waiting, members.missed FROM members LIMIT ? OFFSET ?
SELECT members.season_id, members.user_id, members.name, members.state, members.cap, members.joined, members.waiting, members.missed FROM members ORDER BY members.season_id, members.user_id LIMIT ? OFFSET ?
SELECT members.season_id, members.user_id, members.name, members.state, members.cap, members.joined, members.waiting, members.missed FROM members WHERE members.season_id = ? ORDER BY members.joined, members.user_id
SELECT messages.id, messages.table_id, messages.kind, messages.channel_id, messages.message_id, messages.n, messages.step, messages.created FROM messages
SELECT messages.id, messages.table_id, messages.kind, messages.channel_id, messages.message_id, messages.n, messages.step, messages.created FROM messages LIMIT ? OFFSET ?
SELECT messages.id, messages.table_id, messages.kind, messages.channel_id, messages.message_id, messages.n, messages.step, messages.created FROM messages ORDER BY messages.id LIMIT ? OFFSET ?
SELECT messages.id, messages.table_id, messages.kind, messages.channel_id, messages.message_id, messages.n, messages.step, messages.created FROM messages WHERE messages.table_id = ? AND messages.kind BETWEEN ? AND ? AND messages.id < ? ORDER BY messages.kind DESC, messages.id DESC LIMIT ?
SELECT messages.id, messages.table_id, messages.kind, messages.channel_id, messages.message_id, messages.n, messages.step, messages.created FROM messages WHERE messages.table_id = ? AND messages.kind BETWEEN ? AND ? AND messages.id < ? ORDER BY messages.kind DESC, messages.id DESC LIMIT ? OFFSET ?
SELECT messages.id, messages.table_id, messages.kind, messages.channel_id, messages.message_id, messages.n, messages.step, messages.created FROM messages WHERE messages.table_id = ? AND messages.kind BETWEEN ? AND ? AND messages.kind LIKE ? ORDER BY messages.id
SELECT messages.id, messages.table_id, messages.kind, messages.channel_id, messages.message_id, messages.n, messages.step, messages.created FROM messages WHERE messages.table_id = ? AND messages.kind BETWEEN ? AND ? ORDER BY messages.kind DESC, messages.id DESC LIMIT ?
SELECT messages.id, messages.table_id, messages.kind, messages.channel_id, messages.message_id, messages.n, messages.step, messages.created FROM messages WHERE messages.table_id = ? AND messages.kind BETWEEN ? AND ? ORDER BY messages.kind DESC, messages.id DESC LIMIT ? OFFSET ?
SELECT min(anon_1.user_id) AS min_1 FROM (SELECT members.user_id AS user_id FROM members UNION ALL SELECT ratings.user_id AS user_id FROM ratings) AS anon_1
SELECT min(seasons.due) AS min_1 FROM seasons WHERE seasons.due > ?
SELECT min(seasons.retry) AS min_1 FROM seasons WHERE seasons.due IS NOT NULL AND seasons.retry > ?
SELECT min(timers.due) AS min_1 FROM timers WHERE timers.due > ?
SELECT mutes.table_id FROM mutes WHERE mutes.user_id = ?
SELECT mutes.table_id, mutes.user_id FROM mutes
SELECT mutes.table_id, mutes.user_id FROM mutes LIMIT ? OFFSET ?
SELECT mutes.table_id, mutes.user_id FROM mutes ORDER BY mutes.table_id, mutes.user_id LIMIT ? OFFSET ?
SELECT mutes.user_id FROM mutes WHERE mutes.table_id = ? ORDER BY mutes.user_id
SELECT n FROM (WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?) SELECT n FROM n)
SELECT notes.content FROM notes WHERE notes.table_id = ? AND notes.user_id = ?
SELECT notes.table_id, notes.content FROM notes WHERE notes.user_id = ?
SELECT notes.table_id, notes.user_id, notes.content FROM notes
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?))) AND (outbox.id NOT IN (?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (?, ?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?, ?, ?, ?, ?))) AND (outbox.id NOT IN (?, ?)) ORDER BY outbox.due, outbox.id LIMIT ? OFFSET ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?, ?, ?, ?, ?))) AND (outbox.id NOT IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1)) ORDER BY outbox.due, outbox.id LIMIT ? OFFSET ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?, ?, ?, ?, ?, ?))) AND (outbox.id NOT IN (?, ?)) ORDER BY outbox.due, outbox.id LIMIT ? OFFSET ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?, ?, ?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.due FROM outbox WHERE outbox.done IS NULL AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1))) AND (outbox.id NOT IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1)) ORDER BY outbox.due, outbox.id LIMIT ? OFFSET ?
SELECT outbox.id FROM outbox WHERE outbox.done IS NULL AND outbox.table_id IS NULL AND outbox.kind = ? AND outbox.payload = ? LIMIT ? OFFSET ?
SELECT outbox.id, outbox.kind, outbox.created, outbox.done, outbox.payload FROM outbox WHERE (outbox.payload LIKE '%' || ? || '%')
SELECT outbox.id, outbox.payload FROM outbox WHERE outbox.table_id = ? AND outbox.done IS NULL
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox LIMIT ? OFFSET ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox ORDER BY outbox.id LIMIT ? OFFSET ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?, ?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?, ?, ?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (?, ?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?))) AND (outbox.id NOT IN (?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?))) AND (outbox.id NOT IN (?, ?)) ORDER BY outbox.due, outbox.id LIMIT ? OFFSET ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?))) AND (outbox.id NOT IN (?, ?, ?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (?, ?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?, ?, ?, ?, ?))) AND (outbox.id NOT IN (?, ?)) ORDER BY outbox.due, outbox.id LIMIT ? OFFSET ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (?, ?, ?, ?, ?, ?, ?, ?))) AND (outbox.id NOT IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1)) ORDER BY outbox.due, outbox.id LIMIT ? OFFSET ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?, ?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?, ?)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?, ?, ?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (?, ?, ?, ?, ?, ?)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) AND (outbox.process = ? OR outbox.due <= ?) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (NULL) OR (1 = 1))) AND (outbox.id NOT IN (NULL) OR (1 = 1)) ORDER BY outbox.due, outbox.id LIMIT ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.due <= ? AND (outbox.table_id IS NULL OR (outbox.table_id NOT IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1))) AND (outbox.id NOT IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1)) ORDER BY outbox.due, outbox.id LIMIT ? OFFSET ?
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.table_id = ? AND outbox.due <= ? ORDER BY outbox.due, outbox.id
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.done IS NULL AND outbox.table_id = ? AND outbox.kind = ? ORDER BY outbox.id
SELECT outbox.id, outbox.table_id, outbox.kind, outbox.step, outbox.payload, outbox.token, outbox.expires, outbox.created, outbox.due, outbox.attempted, outbox.attempts, outbox.done, outbox.error, outbox.process FROM outbox WHERE outbox.id = ?
SELECT pings.table_id, pings.turn, pings.reason, pings.created FROM pings WHERE pings.user_id = ?
SELECT pings.table_id, pings.turn, pings.user_id, pings.reason, pings.created FROM pings
SELECT pings.table_id, pings.turn, pings.user_id, pings.reason, pings.created FROM pings LIMIT ? OFFSET ?
SELECT pings.table_id, pings.turn, pings.user_id, pings.reason, pings.created FROM pings ORDER BY pings.table_id, pings.turn, pings.user_id, pings.reason LIMIT ? OFFSET ?
SELECT pings.table_id, pings.turn, pings.user_id, pings.reason, pings.created FROM pings WHERE pings.table_id = ? AND pings.turn = ? ORDER BY pings.user_id, pings.reason
SELECT plans.seat, plans.user_id, plans.action, plans.condition, plans.dropped FROM plans WHERE plans.table_id = ? AND plans.seat = ? ORDER BY plans.seat
SELECT plans.seat, plans.user_id, plans.action, plans.condition, plans.dropped FROM plans WHERE plans.table_id = ? ORDER BY plans.seat
SELECT plans.table_id, plans.seat, plans.action, plans.condition, plans.dropped, plans.created FROM plans WHERE plans.user_id = ?
SELECT plans.table_id, plans.seat, plans.user_id, plans.action, plans.condition, plans.dropped, plans.created FROM plans
SELECT processes.id, processes.build, processes.host, processes.application, processes.started, processes.alive, processes.ahead, processes.shards, processes.leaving FROM processes
SELECT processes.id, processes.build, processes.host, processes.application, processes.started, processes.alive, processes.ahead, processes.shards, processes.leaving FROM processes ORDER BY processes.started, processes.id
SELECT rating_events.id, rating_events.guild_id, rating_events.game, rating_events.table_id, rating_events.people, rating_events.places, rating_events.voided, rating_events.created FROM rating_events
SELECT rating_events.id, rating_events.guild_id, rating_events.game, rating_events.table_id, rating_events.people, rating_events.places, rating_events.voided, rating_events.created FROM rating_events LIMIT ? OFFSET ?
SELECT rating_events.id, rating_events.guild_id, rating_events.game, rating_events.table_id, rating_events.people, rating_events.places, rating_events.voided, rating_events.created FROM rating_events ORDER BY rating_events.id LIMIT ? OFFSET ?
SELECT rating_events.id, rating_events.guild_id, rating_events.game, rating_events.table_id, rating_events.people, rating_events.places, rating_events.voided, rating_events.created FROM rating_events WHERE rating_events.guild_id = ? AND rating_events.game = ? ORDER BY rating_events.id
SELECT rating_events.id, rating_events.guild_id, rating_events.game, rating_events.table_id, rating_events.people, rating_events.places, rating_events.voided, rating_events.created FROM rating_events WHERE rating_events.table_id = ?
SELECT rating_events.id, rating_events.people FROM rating_events WHERE (rating_events.people LIKE '%' || ? || '%')
SELECT ratings.guild_id, ratings.game FROM ratings WHERE ratings.user_id = ? ORDER BY ratings.guild_id, ratings.game
SELECT ratings.guild_id, ratings.game, ratings.mu, ratings.sigma, ratings.tables FROM ratings WHERE ratings.user_id = ?
SELECT ratings.guild_id, ratings.game, ratings.user_id, ratings.mu, ratings.sigma, ratings.tables FROM ratings
SELECT ratings.guild_id, ratings.game, ratings.user_id, ratings.mu, ratings.sigma, ratings.tables FROM ratings LIMIT ? OFFSET ?
SELECT ratings.guild_id, ratings.game, ratings.user_id, ratings.mu, ratings.sigma, ratings.tables FROM ratings ORDER BY ratings.guild_id, ratings.game, ratings.user_id LIMIT ? OFFSET ?
SELECT ratings.guild_id, ratings.game, ratings.user_id, ratings.mu, ratings.sigma, ratings.tables FROM ratings WHERE ratings.guild_id = ? AND ratings.game = ?
SELECT sandboxes.game, sandboxes.origin, sandboxes.moves, sandboxes.drafts, sandboxes.created, sandboxes.updated FROM sandboxes WHERE sandboxes.user_id = ?
SELECT sandboxes.user_id, sandboxes.sandbox, sandboxes.game, sandboxes.origin, sandboxes.position, sandboxes.moves, sandboxes.drafts, sandboxes.step, sandboxes.turn, sandboxes.told, sandboxes.seat, sandboxes.chooses, sandboxes.created, sandboxes.updated FROM sandboxes
SELECT sandboxes.user_id, sandboxes.sandbox, sandboxes.game, sandboxes.origin, sandboxes.position, sandboxes.moves, sandboxes.drafts, sandboxes.step, sandboxes.turn, sandboxes.told, sandboxes.seat, sandboxes.chooses, sandboxes.created, sandboxes.updated FROM sandboxes LIMIT ? OFFSET ?
SELECT sandboxes.user_id, sandboxes.sandbox, sandboxes.game, sandboxes.origin, sandboxes.position, sandboxes.moves, sandboxes.drafts, sandboxes.step, sandboxes.turn, sandboxes.told, sandboxes.seat, sandboxes.chooses, sandboxes.created, sandboxes.updated FROM sandboxes ORDER BY sandboxes.user_id LIMIT ? OFFSET ?
SELECT sandboxes.user_id, sandboxes.sandbox, sandboxes.game, sandboxes.origin, sandboxes.position, sandboxes.moves, sandboxes.drafts, sandboxes.step, sandboxes.turn, sandboxes.told, sandboxes.seat, sandboxes.chooses, sandboxes.created, sandboxes.updated FROM sandboxes WHERE sandboxes.user_id = ?
SELECT season_acts.id, season_acts.details FROM season_acts WHERE (season_acts.details LIKE '%' || ? || '%')
SELECT season_acts.id, season_acts.season_id, season_acts.actor, season_acts.act, season_acts.details, season_acts.undo, season_acts.why, season_acts.created, season_acts.undone FROM season_acts
SELECT season_acts.id, season_acts.season_id, season_acts.actor, season_acts.act, season_acts.details, season_acts.undo, season_acts.why, season_acts.created, season_acts.undone FROM season_acts LIMIT ? OFFSET ?
SELECT season_acts.id, season_acts.season_id, season_acts.actor, season_acts.act, season_acts.details, season_acts.undo, season_acts.why, season_acts.created, season_acts.undone FROM season_acts ORDER BY season_acts.id LIMIT ? OFFSET ?
SELECT season_acts.id, season_acts.season_id, season_acts.actor, season_acts.act, season_acts.details, season_acts.undo, season_acts.why, season_acts.created, season_acts.undone FROM season_acts WHERE season_acts.season_id = ? ORDER BY season_acts.id
SELECT season_acts.id, season_acts.undo FROM season_acts WHERE (season_acts.undo LIKE '%' || ? || '%')
SELECT season_acts.season_id, season_acts.act, season_acts.why, season_acts.created FROM season_acts WHERE season_acts.actor = ?
SELECT season_tables.table_id, season_tables.people FROM season_tables WHERE (season_tables.people LIKE '%' || ? || '%')
SELECT season_tables.table_id, season_tables.result FROM season_tables WHERE (season_tables.result LIKE '%' || ? || '%')
SELECT season_tables.table_id, season_tables.season_id, season_tables.deal, season_tables.n, season_tables.state, season_tables.why, season_tables.people, season_tables.result, season_tables.ended FROM season_tables
SELECT season_tables.table_id, season_tables.season_id, season_tables.deal, season_tables.n, season_tables.state, season_tables.why, season_tables.people, season_tables.result, season_tables.ended FROM season_tables LIMIT ? OFFSET ?
SELECT season_tables.table_id, season_tables.season_id, season_tables.deal, season_tables.n, season_tables.state, season_tables.why, season_tables.people, season_tables.result, season_tables.ended FROM season_tables ORDER BY season_tables.table_id LIMIT ? OFFSET ?
SELECT season_tables.table_id, season_tables.season_id, season_tables.deal, season_tables.n, season_tables.state, season_tables.why, season_tables.people, season_tables.result, season_tables.ended FROM season_tables WHERE season_tables.season_id = ? ORDER BY season_tables.deal, season_tables.n
SELECT season_tables.table_id, season_tables.season_id, season_tables.deal, season_tables.n, season_tables.state, season_tables.why, season_tables.people, season_tables.result, season_tables.ended FROM season_tables WHERE season_tables.table_id = ?
SELECT seasons.id FROM seasons WHERE seasons.id IN (SELECT members.season_id FROM members WHERE members.user_id = ?) ORDER BY seasons.id
SELECT seasons.id, seasons.forbidden FROM seasons WHERE (seasons.forbidden LIKE '%' || ? || '%')
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry FROM seasons
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry, seasons.rules FROM seasons
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry, seasons.rules FROM seasons LIMIT ? OFFSET ?
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry, seasons.rules FROM seasons ORDER BY seasons.id LIMIT ? OFFSET ?
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry, seasons.rules FROM seasons WHERE seasons.due <= ? AND (seasons.retry IS NULL OR seasons.retry <= ?) AND (coalesce((SELECT leagues.guild_id FROM leagues WHERE leagues.id = seasons.league_id), 0) >> 22) % ? IN (?, ?) ORDER BY seasons.due, seasons.id LIMIT ? OFFSET ?
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry, seasons.rules FROM seasons WHERE seasons.due <= ? AND (seasons.retry IS NULL OR seasons.retry <= ?) ORDER BY seasons.due, seasons.id LIMIT ?
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry, seasons.rules FROM seasons WHERE seasons.due <= ? AND (seasons.retry IS NULL OR seasons.retry <= ?) ORDER BY seasons.due, seasons.id LIMIT ? OFFSET ?
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry, seasons.rules FROM seasons WHERE seasons.id = ?
SELECT seasons.id, seasons.league_id, seasons.number, seasons.state, seasons.seed, seasons.begins, seasons.last_deal, seasons.ends, seasons.deals, seasons.due, seasons.held, seasons.forbidden, seasons.version, seasons.channel_id, seasons.message_id, seasons.shown, seasons.waited, seasons.attempts, seasons.retry, seasons.rules FROM seasons WHERE seasons.league_id = ? ORDER BY seasons.number
SELECT seasons.version FROM seasons WHERE seasons.id = ?
SELECT seats.name, seats.seat FROM seats WHERE seats.table_id = ? AND seats.user_id = ?
SELECT seats.seat, seats.user_id, seats.player, seats.name, seats.salt, seats.choices, seats.state, seats.place, seats.won, seats.score, seats.missed, seats.offers, seats.offered_to, seats.offered_by, seats.by_moderator, seats.bank, seats.due, seats.remind, seats.since, seats.time_left, seats.hints, seats.hint FROM seats WHERE seats.table_id = ? ORDER BY seats.seat
SELECT seats.table_id FROM seats JOIN tables ON tables.id = seats.table_id WHERE seats.user_id = ? AND seats.open = 1 AND (seats.name NOT IN (?, ?)) AND tables.guild_id IS ?
SELECT seats.table_id, seats.seat FROM seats WHERE seats.offered_by = ?
SELECT seats.table_id, seats.seat FROM seats WHERE seats.offered_to = ?
SELECT seats.table_id, seats.seat, seats.name, seats.salt, seats.choices, seats.state, seats.place, seats.won, seats.score, seats.missed, seats.hints FROM seats WHERE seats.user_id = ?
SELECT seats.table_id, seats.seat, seats.user_id, seats.player, seats.name, seats.salt, seats.choices, seats.state, seats.open, seats.place, seats.won, seats.missed, seats.offers, seats.offered_to, seats.offered_by, seats.score, seats.bank, seats.due, seats.remind, seats.since, seats.time_left, seats.by_moderator, seats.hints, seats.hint FROM seats
SELECT seats.table_id, seats.seat, seats.user_id, seats.player, seats.name, seats.salt, seats.choices, seats.state, seats.open, seats.place, seats.won, seats.score, seats.missed, seats.offers, seats.offered_to, seats.offered_by, seats.by_moderator, seats.bank, seats.due, seats.remind, seats.since, seats.time_left, seats.hints, seats.hint FROM seats
SELECT seats.table_id, seats.seat, seats.user_id, seats.player, seats.name, seats.salt, seats.choices, seats.state, seats.open, seats.place, seats.won, seats.score, seats.missed, seats.offers, seats.offered_to, seats.offered_by, seats.by_moderator, seats.bank, seats.due, seats.remind, seats.since, seats.time_left, seats.hints, seats.hint FROM seats LIMIT ? OFFSET ?
SELECT seats.table_id, seats.seat, seats.user_id, seats.player, seats.name, seats.salt, seats.choices, seats.state, seats.open, seats.place, seats.won, seats.score, seats.missed, seats.offers, seats.offered_to, seats.offered_by, seats.by_moderator, seats.bank, seats.due, seats.remind, seats.since, seats.time_left, seats.hints, seats.hint FROM seats ORDER BY seats.table_id, seats.seat LIMIT ? OFFSET ?
SELECT seats.table_id, seats.seat, seats.user_id, seats.player, seats.name, seats.salt, seats.choices, seats.state, seats.open, seats.place, seats.won, seats.score, seats.missed, seats.offers, seats.offered_to, seats.offered_by, seats.by_moderator, seats.bank, seats.due, seats.remind, seats.since, seats.time_left, seats.hints, seats.hint FROM seats WHERE (seats.table_id, seats.seat) > (?, ?) ORDER BY seats.table_id, seats.seat LIMIT ? OFFSET ?
SELECT seats.table_id, tables.game, tables.ended, seats.seat, seats.user_id, seats.name, seats.place, seats.won, seats.score, seats.player FROM tables JOIN seats ON tables.id = seats.table_id WHERE tables.id IN (SELECT tables.id FROM tables JOIN seats ON tables.id = seats.table_id WHERE seats.user_id = ? AND seats.open = 0 AND tables.phase = 'finished' AND tables.guild_id = ? AND seats.place IS NOT NULL AND NOT (EXISTS (SELECT * FROM season_tables WHERE season_tables.table_id = tables.id AND season_tables.state = 'void')) ORDER BY tables.ended DESC, tables.id LIMIT ? OFFSET ?) ORDER BY tables.ended DESC, tables.id, seats.seat
SELECT servers.id, servers.settings, servers.updated FROM servers
SELECT servers.id, servers.settings, servers.updated FROM servers LIMIT ? OFFSET ?
SELECT servers.id, servers.settings, servers.updated FROM servers ORDER BY servers.id LIMIT ? OFFSET ?
SELECT servers.settings FROM servers WHERE servers.id = ?
SELECT snapshots.n, snapshots.step, snapshots.state FROM snapshots WHERE snapshots.table_id = ?
SELECT snapshots.table_id, snapshots.n, snapshots.step, snapshots.state FROM snapshots
SELECT snapshots.table_id, snapshots.n, snapshots.step, snapshots.state FROM snapshots LIMIT ? OFFSET ?
SELECT snapshots.table_id, snapshots.n, snapshots.step, snapshots.state FROM snapshots ORDER BY snapshots.table_id LIMIT ? OFFSET ?
SELECT tables.game, seats.user_id, max(seats.name) AS name, max(seats.score) AS score FROM seats JOIN tables ON tables.id = seats.table_id WHERE seats.score IS NOT NULL AND seats.user_id IS NOT NULL AND tables.guild_id = ? GROUP BY tables.game, seats.user_id ORDER BY max(seats.score) DESC, seats.user_id LIMIT ? OFFSET ?
SELECT tables.id FROM tables WHERE tables.id = ?
SELECT tables.id FROM tables WHERE tables.id IN (SELECT anon_1.id FROM (SELECT tables.id AS id FROM tables WHERE (tables.settings LIKE '%' || ? || '%') OR (tables.takeback LIKE '%' || ? || '%') OR (tables.pause LIKE '%' || ? || '%') UNION SELECT tables.id AS id FROM tables WHERE tables.host = ? UNION SELECT seats.table_id AS table_id FROM seats WHERE seats.user_id = ? UNION SELECT seats.table_id AS table_id FROM seats WHERE seats.offered_to = ? UNION SELECT seats.table_id AS table_id FROM seats WHERE seats.offered_by = ? UNION SELECT handovers.table_id AS table_id FROM handovers WHERE handovers.user_id = ? UNION SELECT audit.table_id AS table_id FROM audit WHERE audit.actor = ? UNION SELECT audit.table_id AS table_id FROM audit WHERE audit.user_id = ?) AS anon_1) ORDER BY tables.created DESC
SELECT tables.id FROM tables WHERE tables.phase IN ('lobby', 'playing') ORDER BY tables.id
SELECT tables.id, (SELECT count(*) AS count_1 FROM entries WHERE entries.table_id = tables.id) AS length FROM tables WHERE tables.kept_from IS NOT NULL AND tables.pruned IS NULL AND tables.kept_from < ? ORDER BY tables.kept_from LIMIT ?
SELECT tables.id, (SELECT count(*) AS count_1 FROM entries WHERE entries.table_id = tables.id) AS length FROM tables WHERE tables.kept_from IS NOT NULL AND tables.pruned IS NULL AND tables.kept_from < ? ORDER BY tables.kept_from LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.phase, tables.guild_id, tables.channel_id, tables.created, tables.ended FROM tables WHERE tables.host = ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.created, tables.updated, tables.ended, tables.turn, tables.draw, tables.pruned, tables.rematch_of, tables.takeback, tables.pause, tables.idle, tables.moderation, tables.kept_from FROM tables
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.kept_from, tables.pruned, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.kept_from, tables.pruned, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.kept_from, tables.pruned, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables ORDER BY tables.id LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.kept_from, tables.pruned, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE (tables.id) > (?) ORDER BY tables.id LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables JOIN seats ON tables.id = seats.table_id WHERE seats.user_id = ? AND seats.open = 1 ORDER BY tables.updated DESC, tables.id LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE tables.id = ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE tables.id IN (SELECT tables.id FROM tables JOIN seats ON tables.id = seats.table_id WHERE seats.user_id = ? AND seats.open = 0 AND tables.phase = 'finished' ORDER BY tables.ended DESC, tables.id LIMIT ? OFFSET ?) ORDER BY tables.ended DESC, tables.id
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE tables.phase = 'finished' AND tables.id > ? ORDER BY tables.id LIMIT ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE tables.phase = 'finished' AND tables.id > ? ORDER BY tables.id LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.guild_id = ? ORDER BY tables.created DESC, tables.id LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.id > ? ORDER BY tables.id LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.id IN (SELECT tables.id FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.channel_id = ? UNION SELECT messages.table_id FROM messages WHERE messages.message_id = ? AND messages.kind = ?) ORDER BY tables.created DESC, tables.id LIMIT ? OFFSET ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle FROM tables WHERE tables.rematch_of = ?
SELECT tables.id, tables.game, tables.rules_version, tables.phase, tables.host, tables.guild_id, tables.channel_id, tables.step, tables.turn, tables.options, tables.settings, tables.server_seed, tables.commitment, tables.salts, tables.draw, tables.created, tables.updated, tables.ended, tables.rematch_of, tables.takeback, tables.moderation, tables.pause, tables.idle, snapshots.n, snapshots.step AS step_1, snapshots.state, entries.n AS n_1, entries.actor, entries.action, entries.digest, entries.events, entries.created AS created_1, entries.time_left, entries.bank, entries.page FROM tables LEFT OUTER JOIN snapshots ON snapshots.table_id = tables.id LEFT OUTER JOIN entries ON entries.table_id = tables.id AND entries.n = (SELECT max(entries.n) AS max_1 FROM entries WHERE entries.table_id = tables.id) WHERE tables.id = ?
SELECT tables.id, tables.phase FROM tables JOIN seats ON tables.id = seats.table_id WHERE seats.user_id = ? AND tables.game = ? AND tables.phase IN ('playing', 'finished') LIMIT ?
SELECT tables.id, tables.phase FROM tables JOIN seats ON tables.id = seats.table_id WHERE seats.user_id = ? AND tables.game = ? AND tables.phase IN ('playing', 'finished') LIMIT ? OFFSET ?
SELECT tables.id, tables.settings, tables.takeback, tables.pause FROM tables WHERE (tables.settings LIKE '%' || ? || '%') OR (tables.takeback LIKE '%' || ? || '%') OR (tables.pause LIKE '%' || ? || '%')
SELECT tables.settings, tables.takeback, tables.pause FROM tables WHERE tables.id = ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers ORDER BY timers.id LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND (coalesce((SELECT tables.guild_id FROM tables WHERE tables.id = timers.table_id), 0) >> 22) % ? IN (?, ?) ORDER BY timers.due, timers.id LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind != ? AND (coalesce((SELECT tables.guild_id FROM tables WHERE tables.id = timers.table_id), 0) >> 22) % ? IN (?) ORDER BY timers.due, timers.id LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind != ? AND (coalesce((SELECT tables.guild_id FROM tables WHERE tables.id = timers.table_id), 0) >> 22) % ? IN (?, ?) ORDER BY timers.due, timers.id LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind != ? AND (timers.process = ? OR timers.due <= ?) ORDER BY timers.due, timers.id LIMIT ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind != ? ORDER BY timers.due, timers.id LIMIT ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind != ? ORDER BY timers.due, timers.id LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind = ? AND (coalesce((SELECT tables.guild_id FROM tables WHERE tables.id = timers.table_id), 0) >> 22) % ? IN (?) ORDER BY timers.due, timers.id LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind = ? AND (timers.process = ? OR timers.due <= ?) ORDER BY timers.due, timers.id LIMIT ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind = ? ORDER BY timers.due, timers.id LIMIT ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? AND timers.kind = ? ORDER BY timers.due, timers.id LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.due <= ? ORDER BY timers.due, timers.id LIMIT ? OFFSET ?
SELECT timers.id, timers.table_id, timers.kind, timers.step, timers.due, timers.attempts, timers.process FROM timers WHERE timers.table_id = ? AND timers.kind = ?
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users LIMIT ? OFFSET ?
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users ORDER BY users.id LIMIT ? OFFSET ?
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users WHERE (users.settings LIKE '%' || '"quiet_before":[{' || '%') AND users.id > ? ORDER BY users.id LIMIT ? OFFSET ?
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users WHERE users.id = ?
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users WHERE users.id IN (?)
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users WHERE users.id IN (?, ?)
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users WHERE users.id IN (?, ?, ?)
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users WHERE users.id IN (?, ?, ?, ?)
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users WHERE users.id IN (?, ?, ?, ?, ?)
SELECT users.id, users.name, users.settings, users.created, users.updated FROM users WHERE users.id IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1)
SELECT users.name, users.settings, users.created, users.updated FROM users WHERE users.id = ?
SELECT vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id = ?
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations LIMIT ? OFFSET ?
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations ORDER BY vacations.id LIMIT ? OFFSET ?
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?, ?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?, ?, ?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?, ?, ?, ?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ORDER BY vacations.begins, vacations.id
SELECT vacations.id, vacations.user_id, vacations.begins, vacations.ends, vacations.created FROM vacations WHERE vacations.user_id IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1) ORDER BY vacations.begins, vacations.id
UPDATE audit SET actor=? WHERE audit.actor = ?
UPDATE audit SET actor=? WHERE audit.table_id = ? AND audit.actor = ?
UPDATE audit SET reason=? WHERE audit.id = ?
UPDATE audit SET user_id=? WHERE audit.table_id = ? AND audit.user_id = ?
UPDATE audit SET user_id=? WHERE audit.user_id = ?
UPDATE deals SET made_from=? WHERE deals.season_id = ? AND deals.number = ?
UPDATE entries SET action=?, digest=?, events=? WHERE entries.table_id = ? AND entries.n = ?
UPDATE entries SET events = NULL
UPDATE facts SET value = '8'
UPDATE handovers SET name=? WHERE handovers.table_id = ? AND handovers.user_id = ? AND handovers.seat = ?
UPDATE handovers SET user_id=? WHERE handovers.table_id = ? AND handovers.user_id = ?
UPDATE imports SET created=(imports.created + ?) WHERE imports.created > ?
UPDATE leagues SET ended=? WHERE leagues.id = ?
UPDATE leagues SET organiser=? WHERE leagues.organiser = ?
UPDATE leagues SET settings=? WHERE leagues.id = ?
UPDATE members SET user_id=?, name=?, state=? WHERE members.user_id = ?
UPDATE members SET waiting=(members.waiting + ?) WHERE members.waiting > ?
UPDATE outbox SET attempted=? WHERE outbox.id = ? AND outbox.attempted IS NULL
UPDATE outbox SET done=(outbox.done + ?) WHERE outbox.done > ?
UPDATE outbox SET done=? WHERE outbox.done IS NULL AND outbox.due <= ?
UPDATE outbox SET due=(outbox.due + ?) WHERE outbox.done IS NULL
UPDATE outbox SET due=? WHERE outbox.done IS NULL AND outbox.error = ? AND outbox.due > ? AND outbox.table_id IN (SELECT tables.id FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.guild_id = ?)
UPDATE outbox SET due=? WHERE outbox.done IS NULL AND outbox.error = ? AND outbox.due > ? AND outbox.table_id IS NULL AND (EXISTS (SELECT * FROM seasons, leagues WHERE seasons.league_id = leagues.id AND leagues.guild_id = ? AND (outbox.payload LIKE '%' || seasons.id || '%')))
UPDATE outbox SET due=?, attempts=(outbox.attempts + ?), error=? WHERE outbox.id = ? AND outbox.done IS NULL
UPDATE outbox SET payload=? WHERE outbox.id = ?
UPDATE outbox SET payload=CASE WHEN (outbox.kind = ? OR outbox.kind = ?) THEN ? ELSE outbox.payload END, token=?, done=?, error=? WHERE outbox.id = ?
UPDATE pings SET created=(pings.created + ?) WHERE pings.created > ?
UPDATE plans SET dropped=? WHERE plans.table_id = ? AND plans.seat = ?
UPDATE rating_events SET people=? WHERE rating_events.id = ?
UPDATE rating_events SET people=?, places=?, voided=? WHERE rating_events.table_id = ?
UPDATE rating_events SET voided=? WHERE rating_events.table_id = ?
UPDATE ratings SET user_id=? WHERE ratings.user_id = ?
UPDATE sandboxes SET updated=(sandboxes.updated + ?) WHERE sandboxes.updated > ?
UPDATE season_acts SET actor=? WHERE season_acts.actor = ?
UPDATE season_acts SET undone=? WHERE season_acts.id = ?
UPDATE season_acts SET why=? WHERE (season_acts.why LIKE '%' || ? || '%')
UPDATE season_tables SET people=? WHERE season_tables.table_id = ?
UPDATE season_tables SET result=? WHERE season_tables.table_id = ?
UPDATE seasons SET attempts=?, retry=? WHERE seasons.id = ?
UPDATE seasons SET begins=(seasons.begins + ?), last_deal=(seasons.last_deal + ?), ends=(seasons.ends + ?), due=(seasons.due + ?) WHERE seasons.state IN (?, ?, ?)
UPDATE seasons SET begins=(seasons.begins + ?), last_deal=(seasons.last_deal + ?), ends=(seasons.ends + ?), due=(seasons.due + ?) WHERE seasons.state IN (?, ?, ?) AND (coalesce((SELECT leagues.guild_id FROM leagues WHERE leagues.id = seasons.league_id), 0) >> 22) % ? IN (?)
UPDATE seasons SET begins=(seasons.begins + ?), last_deal=(seasons.last_deal + ?), ends=(seasons.ends + ?), due=(seasons.due + ?) WHERE seasons.state IN (?, ?, ?) AND (coalesce((SELECT leagues.guild_id FROM leagues WHERE leagues.id = seasons.league_id), 0) >> 22) % ? IN (?, ?)
UPDATE seasons SET begins=?, last_deal=?, ends=?, due=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET begins=?, last_deal=?, ends=?, due=?, version=?, waited=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET begins=?, last_deal=?, ends=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET due=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET ends=?, due=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET forbidden=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET held=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET last_deal=?, ends=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET retry=? WHERE seasons.retry IS NOT NULL
UPDATE seasons SET retry=? WHERE seasons.retry IS NOT NULL AND seasons.league_id IN (SELECT leagues.id FROM leagues WHERE leagues.guild_id = ?)
UPDATE seasons SET shown=(seasons.shown + ?) WHERE seasons.shown > ?
UPDATE seasons SET state=?, deals=?, due=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET state=?, due=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET state=?, ends=?, deals=?, due=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET state=?, version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seasons SET version=? WHERE seasons.id = ? AND seasons.version = ?
UPDATE seats SET due=(seats.due + ?), remind=(seats.remind + ?), since=CASE WHEN (seats.since > ?) THEN seats.since + ? ELSE seats.since END, time_left=CASE WHEN (seats.since > ?) THEN seats.time_left ELSE seats.time_left + ? END WHERE seats.open = ? AND seats.due IS NOT NULL
UPDATE seats SET due=(seats.due + ?), remind=(seats.remind + ?), since=CASE WHEN (seats.since > ?) THEN seats.since + ? ELSE seats.since END, time_left=CASE WHEN (seats.since > ?) THEN seats.time_left ELSE seats.time_left + ? END WHERE seats.open = ? AND seats.due IS NOT NULL AND (coalesce((SELECT tables.guild_id FROM tables WHERE tables.id = seats.table_id), 0) >> 22) % ? IN (?)
UPDATE seats SET due=(seats.due + ?), remind=(seats.remind + ?), since=CASE WHEN (seats.since > ?) THEN seats.since + ? ELSE seats.since END, time_left=CASE WHEN (seats.since > ?) THEN seats.time_left ELSE seats.time_left + ? END WHERE seats.open = ? AND seats.due IS NOT NULL AND (coalesce((SELECT tables.guild_id FROM tables WHERE tables.id = seats.table_id), 0) >> 22) % ? IN (?, ?)
UPDATE seats SET due=(seats.due + CASE WHEN (seats.since >= ?) THEN ? - seats.since ELSE ? END), remind=(seats.remind + CASE WHEN (seats.since >= ?) THEN ? - seats.since ELSE ? END), time_left=(seats.time_left + CASE WHEN (seats.since >= ?) THEN ? - seats.since ELSE ? END) WHERE seats.due IS NOT NULL AND seats.table_id IN (SELECT tables.id FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.guild_id = ?)
UPDATE seats SET name=? WHERE seats.table_id = ? AND seats.user_id = ? AND seats.seat = ?
UPDATE seats SET offered_by=? WHERE seats.table_id = ? AND seats.offered_by = ?
UPDATE seats SET offered_to=? WHERE seats.table_id = ? AND seats.offered_to = ?
UPDATE seats SET open=? WHERE seats.table_id = ?
UPDATE seats SET user_id=? WHERE seats.table_id = ? AND seats.user_id = ?
UPDATE snapshots SET state=? WHERE snapshots.table_id = ?
UPDATE tables SET host=? WHERE tables.id = ? AND tables.host = ?
UPDATE tables SET host=?, step=?, settings=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET host=?, step=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET host=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET kept_from=(tables.ended + ?) WHERE tables.ended IS NOT NULL AND tables.pruned IS NULL AND tables.guild_id = ?
UPDATE tables SET kept_from=(tables.ended + ?) WHERE tables.ended IS NOT NULL AND tables.pruned IS NULL AND tables.id = ?
UPDATE tables SET kept_from=(tables.kept_from + ?) WHERE tables.ended > ?
UPDATE tables SET phase=?, step=?, turn=?, options=?, salts=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET phase=?, step=?, turn=?, options=?, settings=?, salts=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET phase=?, step=?, turn=?, updated=?, ended=?, kept_from=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET phase=?, step=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET phase=?, step=?, updated=?, ended=?, kept_from=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET phase=?, step=?, updated=?, ended=?, kept_from=?, idle=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET phase=?, step=?, updated=?, ended=?, kept_from=?, moderation=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET phase=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET phase=?, updated=?, ended=?, kept_from=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET pruned=? WHERE tables.id IN (?)
UPDATE tables SET pruned=? WHERE tables.id IN (?, ?)
UPDATE tables SET pruned=? WHERE tables.id IN (?, ?, ?)
UPDATE tables SET pruned=? WHERE tables.id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
UPDATE tables SET server_seed=? WHERE tables.id = ?
UPDATE tables SET settings=? WHERE tables.id = ?
UPDATE tables SET step=?, settings=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, turn=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, turn=?, updated=?, idle=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, turn=?, updated=?, pause=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, turn=?, updated=?, takeback=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, updated=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, updated=?, idle=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, updated=?, moderation=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, updated=?, pause=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET step=?, updated=?, takeback=? WHERE tables.id = ? AND tables.step = ?
UPDATE tables SET turn = 0
UPDATE timers SET due=(timers.due + ?) WHERE timers.kind = ?
UPDATE timers SET due=(timers.due + ?) WHERE timers.kind = ? AND (coalesce((SELECT tables.guild_id FROM tables WHERE tables.id = timers.table_id), 0) >> 22) % ? IN (?)
UPDATE timers SET due=(timers.due + ?) WHERE timers.kind = ? AND (coalesce((SELECT tables.guild_id FROM tables WHERE tables.id = timers.table_id), 0) >> 22) % ? IN (?, ?)
UPDATE timers SET due=(timers.due + ?) WHERE timers.kind = ? AND timers.table_id IN (SELECT tables.id FROM tables WHERE tables.phase IN ('lobby', 'playing') AND tables.guild_id = ?)
UPDATE vacations SET ends=? WHERE vacations.id = ?
