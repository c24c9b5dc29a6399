"""The pytest plugin behind `nerconform.pytest_plugin`, which loads it when it is asked for."""
