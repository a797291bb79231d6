"""A server with TLS by OpenSSL that insists on a client certificate, and speaks nothing beyond. Prints its port; ends with its input.

usage: tls_server.py CERTIFICATE KEY TLSv1_2|TLSv1_3
"""
import os
import socket
import ssl
import sys
import threading

certificate, key, version = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
context.load_verify_locations(certificate)
context.verify_mode = ssl.CERT_REQUIRED
context.minimum_version = context.maximum_version = ssl.TLSVersion[version]
context.set_alpn_protocols(["h2"])


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    client, _ = listener.accept()
    try:
        with context.wrap_socket(client, server_side=True) as tls:
            tls.recv(1)
    except OSError as e:
        print(e, flush=True)
