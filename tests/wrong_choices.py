"""Who misspells a choice is told by mypy: `make check` reads this file, and nobody runs it.

A wrong line that is no error any longer becomes one: mypy tells of an `ignore` that nothing needs.
"""

import mx2core as mx

mx.Mx2Split(3, method="floor", random_state=None)
mx.regularized_partitions([[1]], 3, target="floor")
mx.regularized_partitions([[1]], 3, target=[1.0, (0.5, None)])
mx.BalancedKFold(5, target="alike")
mx.mx2_t_test([0.1], alternative="less")
mx.inference.mcnemar_test(1, 2, alternative="greater")
mx.training.Question(alternative="greater")
mx.training.Rule("paper", stop="all")
mx.sequential_t_test([0.1], mode="guaranteed")
mx.inference.plan_test(1.0, mode="paper")

mx.Mx2Split(3, method="flor")  # type: ignore[arg-type]
mx.regularized_partitions([[1]], 3, target="flor")  # type: ignore[arg-type]
mx.BalancedKFold(5, target="same")  # type: ignore[arg-type]
mx.mx2_t_test([0.1], alternative="smaller")  # type: ignore[arg-type]
mx.out_of_fold_t_test([0.1], [True], alternative="smaller")  # type: ignore[arg-type]
mx.sequential_t_test([0.1], alternative="smaller")  # type: ignore[arg-type]
mx.sequential_t_test([0.1], mode="pepper")  # type: ignore[arg-type]
mx.inference.plan_test(1.0, mode="pepper")  # type: ignore[arg-type]
mx.inference.stop_replay([0.1], mode="pepper")  # type: ignore[arg-type]
mx.inference.rejection_rate("fixed", 0.0, alternative="smaller")  # type: ignore[arg-type]
mx.inference.meta_analysis([0.1], [0.1], alternative="smaller")  # type: ignore[arg-type]
mx.inference.mcnemar_test(1, 2, alternative="smaller")  # type: ignore[arg-type]
mx.training.Question(alternative="smaller")  # type: ignore[arg-type]
mx.training.Rule("papers")  # type: ignore[arg-type]
mx.training.Rule(stop="never")  # type: ignore[arg-type]
any_ = mx.partitions.Any  # type: ignore[attr-defined]
partial = mx.errors.partial  # type: ignore[attr-defined]
