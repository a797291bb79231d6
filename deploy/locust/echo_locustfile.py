"""An example: `fathom serve native --port 5001`, then `locust -f echo_locustfile.py --headless -u 1 -t 20s`."""
import os

from fathom_locust import FathomUser


class Echo(FathomUser):
    arguments = [os.environ.get("TARGET", "http://localhost:5001"), "--call", "fathom.echo.Echo/Unary", "--data-format", "hex", "-d", "0a0568656c6c6f",
                 "-r", os.environ.get("RATE", "1000"), "-z", os.environ.get("DURATION", "10s")]
    records = os.environ.get("RECORDS")
