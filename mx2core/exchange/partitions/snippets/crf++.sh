#!/bin/sh
# Two CRF++ models on every fold of partitions.zip. Needs crf_learn, crf_test, unzip and awk.
# The corpus has one token a line: its word and its IOB2 tag stand in these columns, from 1.
WORD=1 TAG=2
set -eu
export LC_ALL=C

unzip -q -o "partitions.zip" -d partitions

# Your models: one template each.
cat > A.template <<'END'
U00:%x[-1,0]
U01:%x[0,0]
U02:%x[1,0]
U03:%x[0,0]/%x[1,0]
B
END
cat > B.template <<'END'
U00:%x[0,0]
B
END

# CRF++ takes every line for a token: comments and the carriage returns of Windows go. So do other
# columns: for features of them, print them between the two.
rows() {
  tr -d '\r' < "$1" | awk -v word="$WORD" -v tag="$TAG" '
    /^#.*=/ || /^# newdoc/ || /^-DOCSTART-/ { next }
    { n = split($0, cells, index($0, "\t") ? "\t" : " "); print n ? cells[word] "\t" cells[tag] : "" }
  '
}

# F1 of whole chunks, from lines that end in the right tag and the predicted one.
f1() {
  awk '
    function begins(tag, before) {
      return tag ~ /^B-/ || (tag ~ /^I-/ && (before == "O" || substr(before, 3) != substr(tag, 3)))
    }
    {
      gold = NF ? $(NF - 1) : "O"; guess = NF ? $NF : "O"
      b = begins(gold, gold_before); p = begins(guess, guess_before)
      gold_ends = gold_before != "O" && (gold == "O" || b)
      guess_ends = guess_before != "O" && (guess == "O" || p)
      if (alike && gold_ends && guess_ends) both++
      if (gold_ends || guess_ends) alike = 0
      if (b && p && substr(gold, 3) == substr(guess, 3)) alike = 1
      n_gold += b; n_guess += p
      gold_before = gold; guess_before = guess
    }
    BEGIN { gold_before = guess_before = "O" }
    END { print (n_gold + n_guess ? 2 * both / (n_gold + n_guess) : 0) }
  '
}

echo "partition,fold,model,metric,value" > scores.csv
for folder in partitions/split-*-fold-*; do
  name=$(basename "$folder")
  partition=$(echo "$name" | awk -F- '{ print $2 + 0 }')
  fold=${name##*-}
  rows "$folder"/train.* > train.rows
  { rows "$folder"/validation.*; echo; } > validation.rows # the last sentence ends too
  for model in A B; do
    crf_learn "$model.template" train.rows "$model.model" > learn.log
    value=$(crf_test -m "$model.model" validation.rows | f1)
    echo "$partition,$fold,$model,f1,$value" >> scores.csv
  done
done
