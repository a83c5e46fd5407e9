"""Is a scenario balanced? Many games between automatic players, and what their numbers say.

`Series` says what is played, `workers.run` plays it in processes of its own, `Balance` holds the
statistics, `telling` puts them into sentences, JSON and CSV.
"""
