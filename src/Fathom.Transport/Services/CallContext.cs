using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Transport.Services;

/// <summary>
/// What a method of a code-first service may take besides its messages, the same on both sides: for a client it is the options of the call,
/// for a host the context. Handed on to the client of another service, a host's passes on its deadline and its cancellation (gRPC,
/// "Deadlines", "Deadline propagation"), not its metadata.
/// </summary>
public readonly record struct CallContext
{
    private readonly CallOptions _options;

    /// <summary>A client's.</summary>
    public CallContext(CallOptions options) => _options = options;

    /// <summary>A host's.</summary>
    public CallContext(ServerCallContext server)
    {
        ArgumentNullException.ThrowIfNull(server);
        Server = server;
    }

    /// <summary>The host's context: metadata, peer, status; <see langword="null"/> on a client.</summary>
    public ServerCallContext? Server { get; }

    /// <summary>The options of the call; on a host its deadline and token.</summary>
    public CallOptions Options => Server is null
        ? _options
        : new CallOptions { Deadline = Server.Deadline, CancellationToken = Server.CancellationToken };

    /// <summary>Ends the call on a client; on a host it is cancelled when the client is gone or the deadline has passed.</summary>
    public CancellationToken CancellationToken => Server is null ? _options.CancellationToken : Server.CancellationToken;

    /// <summary>The options of a client's call.</summary>
    public static implicit operator CallContext(CallOptions options) => new(options);

    /// <summary>A client's call that the token ends.</summary>
    public static implicit operator CallContext(CancellationToken token) => new(new CallOptions { CancellationToken = token });

    /// <summary>As <see cref="CallContext(CallOptions)"/>.</summary>
    public static CallContext FromCallOptions(CallOptions options) => options;

    /// <summary>A client's call that the token ends.</summary>
    public static CallContext FromCancellationToken(CancellationToken token) => token;
}
