using System.Net.Sockets;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Client.Native;

/// <summary>Makes the transport of a client's connection: with or without TLS, as HTTP/2 or HTTP/1.1.</summary>
internal static class ClientTransport
{
    /// <param name="loop">The loop of the connection.</param>
    /// <param name="socket">The connected socket, which the transport owns.</param>
    /// <param name="options">The options of the client.</param>
    /// <param name="server">The server.</param>
    /// <param name="party">Whose a handshake is: parties have the handshake threads in turn.</param>
    /// <param name="events">Told what happens.</param>
    public static IByteTransport Create(EventLoop loop, Socket socket, NativeChannelOptions options, ServerEndpoint server,
        HandshakeParty party, ITransportEvents events)
    {
        return options.Protocol == WireProtocol.GrpcWebHttp1 ? new Http1Transport(loop, events, Socket) : Socket(events);

        SocketTransport Socket(ITransportEvents receiver) => !server.IsTls ? new PlainTransport(loop, socket, receiver)
            : new TlsTransport(loop, socket, party, ssl => ssl.AuthenticateAsClientAsync(options.SslOptions(server)), receiver,
                options.Protocol == WireProtocol.GrpcWebHttp1);
    }
}
