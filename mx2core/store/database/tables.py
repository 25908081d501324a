"""The tables as statements see them; `migrations` makes them."""

from sqlalchemy import column, table

from .types import Bytes, Json, Moment, Whole, Words

schema_version = table("schema_version", column("version", Whole), column("applied", Moment))

files = table("files", column("sha256", Words), column("n_bytes", Whole), column("data", Bytes))

corpora = table(
    "corpora",
    column("key", Words),
    column("name", Words),
    column("file", Words),  # sha256 of it
    column("options", Json),
    column("units_sha256", Words),
    column("n_units", Whole),
    column("created", Moment),
    column("put", Moment),  # last time somebody asked to keep it
)

partition_sets = table(
    "partition_sets",
    column("key", Words),
    column("signature", Words),
    column("m", Whole),
    column("n_units", Whole),
    column("document", Bytes),
    column("put", Moment),  # last time somebody asked to keep it
)

folds = table(
    "folds",
    column("key", Words),
    column("corpus", Words),  # digest of its units
    column("payload", Bytes),
    column("log", Json),
    column("created", Moment),
)

experiments = table(
    "experiments",
    column("id", Words),
    column("digest", Words),
    column("name", Words),
    column("state", Words),
    column("corpus_name", Words),
    column("units_sha256", Words),
    column("corpus", Words),
    column("answers", Words),
    column("models", Json),
    column("settings", Json),
    column("n_folds", Whole),
    column("created", Moment),
    column("changed", Moment),
    column("deleted", Moment),
)

experiment_sets = table(
    "experiment_sets", column("experiment", Words), column("place", Whole), column("partition_set", Words)
)

experiment_folds = table(
    "experiment_folds",
    column("experiment", Words),
    column("place", Whole),
    column("model", Whole),
    column("fold", Whole),
    column("key", Words),
)

failures = table(
    "failures",
    column("experiment", Words),
    column("place", Whole),
    column("model", Whole),
    column("fold", Whole),
    column("cause", Words),
    column("detail", Words),
    column("created", Moment),
)

questions = table("questions", column("experiment", Words), column("question", Json))

looks = table("looks", column("experiment", Words), column("look", Json), column("first", Moment))

score_tables = table(
    "score_tables",
    column("key", Words),
    column("name", Words),
    column("signature", Words),
    column("data", Bytes),
    column("created", Moment),
)

projects = table(
    "projects",
    column("id", Words),
    column("name", Words),
    column("document", Json),
    column("corpus", Words),
    column("created", Moment),
    column("changed", Moment),
    column("owner", Words),  # digest of a user who logged in; empty where nobody does
)

leases = table(
    "leases", column("key", Words), column("owner", Words), column("beat", Whole), column("stop", Whole)
)

views = table(
    "views",
    column("id", Words),
    column("project", Words),
    column("page", Words),
    column("document", Json),
    column("corpus", Words),
    column("created", Moment),
)

visits = table("visits", column("visitor", Words), column("project", Words), column("last", Moment))
