"""Is a scenario balanced? Many games between automatic players, and what their numbers say.

`Series` says what is played, `worker_pool.run` plays it in other processes, `BalanceSummary` holds
the statistics, `engine.narration.balance_text` puts them into sentences, JSON and CSV.
"""
