using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Transport.Services;

/// <summary>
/// Optional parameter of a code-first service method: the call options on a client, the server context on a host. Passing a host's context
/// to the client of another service propagates the deadline and cancellation (gRPC, "Deadline propagation"), but not the metadata.
/// </summary>
public readonly record struct CallContext
{
    private readonly CallOptions _options;

    /// <summary>Creates the context of a client call.</summary>
    public CallContext(CallOptions options) => _options = options;

    /// <summary>Creates the context of a server call.</summary>
    public CallContext(ServerCallContext server)
    {
        ArgumentNullException.ThrowIfNull(server);
        Server = server;
    }

    /// <summary>The server context: metadata, peer, status. Null on a client.</summary>
    public ServerCallContext? Server { get; }

    /// <summary>The options of the call. On a host: its deadline and cancellation token.</summary>
    public CallOptions Options => Server is null
        ? _options
        : new CallOptions { Deadline = Server.Deadline, CancellationToken = Server.CancellationToken };

    /// <summary>On a client: cancels the call. On a host: cancelled when the client has disconnected or the deadline has passed.</summary>
    public CancellationToken CancellationToken => Server is null ? _options.CancellationToken : Server.CancellationToken;

    /// <summary>Creates the context of a client call from its options.</summary>
    public static implicit operator CallContext(CallOptions options) => new(options);

    /// <summary>Creates the context of a client call that the token cancels.</summary>
    public static implicit operator CallContext(CancellationToken token) => new(new CallOptions { CancellationToken = token });

    /// <summary>Same as <see cref="CallContext(CallOptions)"/>.</summary>
    public static CallContext FromCallOptions(CallOptions options) => options;

    /// <summary>Creates the context of a client call that the token cancels.</summary>
    public static CallContext FromCancellationToken(CancellationToken token) => token;
}
