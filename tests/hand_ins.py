"""Hand-ins as students would make them: a project with the set of the task, trained models and answers."""

from tempfile import TemporaryDirectory

import mx2core as mx
from mx2core.homework import HandIn, filled_in, task
from mx2core.partition.parts.judgement import half_percentiles
from mx2core.store.files.project_file import ProjectFile
from mx2core.training.decisions.planned_tests import PlannedTest
from mx2core.training.run.documents import partition_document

COURSE = "Methods 2026"


class Class:
    """Students of one course, on one corpus."""

    def __init__(self, data: bytes, name: str = "class.jsonl") -> None:
        self.data, self.name = data, name
        self.corpus = mx.read_corpus(data, name=name)

    def hand_in(self, number: str, name: str = "王小明", *, own: str | None = None, **changed) -> bytes:
        """What the student of that number hands in, with the set of `own` where it was copied."""
        asked = task(number, self.corpus, COURSE)
        made = task(own or number, self.corpus, COURSE).partitions()
        models = mx.models.presets(self.corpus)
        experiment = mx.training.Experiment(
            "homework",
            self.corpus,
            models,
            (made,),
            file=mx.training.CorpusFile(self.data),
            question=PlannedTest("accuracy", stop="all"),
        )
        with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/s.db") as store:
            found = mx.training.run_experiment(store, experiment, run=mx.training.Run(n_workers=0))
            exported = store.export(found.id)
        decision = mx.training.decide(
            found.comparisons[0],
            *found.comparisons[0].names[:2],
            partitions=made,
            metric="accuracy",
            question=mx.training.Question(
                margin=mx.training.margin_for(found.comparisons[0], "A", "B", metric="accuracy").value
            ),
            rule=mx.training.Rule(stop="all"),
        )
        counts = self.corpus.attribute(asked.attributes[0]).counts
        value = float(asked.judged_split.divergence(counts)[0])
        share = float(half_percentiles([counts], [[value]])[0][0])
        numbers = {
            "expected": round(mx.partitions.expected(counts), 4),
            "divergence": round(value, 4),
            "percentile": round(100 * share, 1),
            "difference": round(decision.mean, 4),
            "lower": round(decision.interval[0], 4),
            "upper": round(decision.interval[1], 4),
        }
        filled = {
            "number": number,
            "name": name,
            "course": COURSE,
            "numbers": numbers | changed.pop("numbers", {}),
            "verdict": decision.answer,
            "paragraph": f"我的种子是 {asked.seed}，得分与随机切分相比没有明显的偏移，区间说的是新的文本。"
            * 5,
            **changed,
        }
        project = ProjectFile(
            name="",
            corpus=self.data,
            corpus_name=self.name,
            options={},
            choices={},
            partitions=((partition_document(made), ""),),
            scores=None,
            scores_name="",
            experiments=(exported,),
        )
        return filled_in(project, HandIn(**filled))
