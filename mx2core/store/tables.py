"""The tables as statements see them; `migrations` makes them."""

from sqlalchemy import BigInteger, Integer, LargeBinary, Text, column, table

from .types import Json, Moment

schema_version = table("schema_version", column("version", Integer), column("applied", Moment))

files = table("files", column("sha256", Text), column("n_bytes", BigInteger), column("data", LargeBinary))

corpora = table(
    "corpora",
    column("key", Text),
    column("name", Text),
    column("file", Text),  # sha256 of it
    column("options", Json),
    column("units_sha256", Text),
    column("n_units", BigInteger),
    column("created", Moment),
    column("put", Moment),  # last time somebody asked to keep it
)

partition_sets = table(
    "partition_sets",
    column("key", Text),
    column("signature", Text),
    column("m", Integer),
    column("n_units", BigInteger),
    column("document", LargeBinary),
    column("put", Moment),  # last time somebody asked to keep it
)

folds = table(
    "folds",
    column("key", Text),
    column("corpus", Text),  # digest of its units
    column("payload", LargeBinary),
    column("log", Json),
    column("created", Moment),
)

experiments = table(
    "experiments",
    column("id", Text),
    column("digest", Text),
    column("name", Text),
    column("state", Text),
    column("corpus_name", Text),
    column("units_sha256", Text),
    column("corpus", Text),
    column("answers", Text),
    column("models", Json),
    column("settings", Json),
    column("n_folds", BigInteger),
    column("created", Moment),
    column("changed", Moment),
    column("deleted", Moment),
)

experiment_sets = table(
    "experiment_sets", column("experiment", Text), column("place", Integer), column("partition_set", Text)
)

experiment_folds = table(
    "experiment_folds",
    column("experiment", Text),
    column("place", Integer),
    column("model", Integer),
    column("fold", Integer),
    column("key", Text),
)

failures = table(
    "failures",
    column("experiment", Text),
    column("place", Integer),
    column("model", Integer),
    column("fold", Integer),
    column("cause", Text),
    column("detail", Text),
    column("created", Moment),
)

score_tables = table(
    "score_tables",
    column("key", Text),
    column("name", Text),
    column("signature", Text),
    column("data", LargeBinary),
    column("created", Moment),
)

projects = table(
    "projects",
    column("id", Text),
    column("name", Text),
    column("document", Json),
    column("corpus", Text),
    column("created", Moment),
    column("changed", Moment),
    column("owner", Text),  # digest of a user who logged in; empty where nobody does
)

leases = table(
    "leases", column("key", Text), column("owner", Text), column("beat", BigInteger), column("stop", Integer)
)

views = table(
    "views",
    column("id", Text),
    column("project", Text),
    column("page", Text),
    column("document", Json),
    column("corpus", Text),
    column("created", Moment),
)

visits = table("visits", column("visitor", Text), column("project", Text), column("last", Moment))
