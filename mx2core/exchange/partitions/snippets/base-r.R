# Two text classifiers on every fold of partitions.json. Needs jsonlite; run with Rscript.
library(jsonlite)

document <- fromJSON("partitions.json", simplifyDataFrame = FALSE)
lines <- readLines("units.jsonl", encoding = "UTF-8")
units <- lapply(lines, fromJSON, simplifyVector = FALSE)
ids <- vapply(units, function(unit) unit$id, "")
if (!identical(ids, document$unit_ids)) stop("units.jsonl is of another corpus than partitions.json")

# Your data and models: what they learn from and what they predict, one item a text. A unit of several
# texts, such as all those of a customer, is never cut.
texts_of <- lapply(units, function(unit) if (is.null(unit$texts)) list(unit) else unit$texts)
unit_of <- rep(seq_along(units), lengths(texts_of)) - 1 # counted from 0, as the file does
items <- unlist(texts_of, recursive = FALSE)
texts <- vapply(items, function(item) tolower(item$text), "")
labels <- vapply(items, function(item) if (is.null(item$label)) "" else item$label, "")
if (length(unique(labels)) < 2) {
  stop("units.jsonl does not have two labels of units: put what your models predict here")
}
words <- strsplit(texts, "[[:space:][:punct:]]+")
pieces <- list(
  A = words,
  B = lapply(words, head, 2) # sees the first two words only
)

# Naive Bayes on counted pieces: the share of texts in `validation` whose label is found.
accuracy <- function(name, train, validation) {
  seen <- pieces[[name]]
  known <- unique(unlist(seen[train]))
  classes <- sort(unique(labels[train]))
  logs <- vapply(classes, function(class) {
    found <- factor(unlist(seen[train[labels[train] == class]]), levels = known)
    log((table(found) + 0.1) / (length(found) + 0.1 * length(known)))
  }, numeric(length(known)))
  prior <- log(as.numeric(table(factor(labels[train], levels = classes))))
  guess <- vapply(validation, function(i) {
    rows <- match(seen[[i]], known, nomatch = 0)
    classes[which.max(prior + colSums(logs[rows, , drop = FALSE]))]
  }, "")
  mean(guess == labels[validation])
}

rows <- list()
for (partition in document$partitions) {
  first <- which(unit_of %in% unlist(partition$train))
  second <- which(unit_of %in% unlist(partition$validation))
  for (name in names(pieces)) {
    values <- c(accuracy(name, first, second), accuracy(name, second, first))
    rows[[length(rows) + 1]] <- data.frame(
      partition = partition$id, fold = 1:2, model = name, metric = "accuracy", value = values
    )
  }
}
write.csv(do.call(rbind, rows), "scores.csv", row.names = FALSE, quote = FALSE)
