"""Results to Plotly figures: functions of arrays, in the language of the session."""
