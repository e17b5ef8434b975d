"""What the pytest plugin does where there is something to do; `pytest_plugin` says when that is."""
