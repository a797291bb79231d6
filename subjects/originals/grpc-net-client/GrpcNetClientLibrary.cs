using Fathom.Originals.Calls;
using Fathom.Originals.Workloads;
using Grpc.Core;
using Grpc.Net.Client;

namespace Fathom.Subjects.GrpcNetClient;

/// <summary>Grpc.Net.Client as an application uses it: <c>GrpcChannel.ForAddress</c>.</summary>
internal sealed class GrpcNetClientLibrary : IOriginalClient
{
    public void Prepare(OriginalSpec spec)
    {
        if (spec.HandlerInlining is true)
        {
            throw new FormatException("handler_inlining 'true' cannot be used with Grpc.Net.Client; accepted: false, or no value");
        }

#if !NET8_0_OR_GREATER
        if (spec.Certificate is not null)
        {
            throw new FormatException("a target with TLS cannot be used on this runtime; accepted: http");
        }

        // The runtime refuses HTTP/2 without TLS otherwise.
        AppContext.SetSwitch("System.Net.Http.SocketsHttpHandler.Http2UnencryptedSupport", true);
#endif
    }

#if NET8_0_OR_GREATER
    public ChannelBase Open(OriginalSpec spec) => spec.Certificate is null
        ? GrpcChannel.ForAddress(spec.Target)
        : GrpcChannel.ForAddress(spec.Target, new GrpcChannelOptions
        {
            HttpHandler = TrustedHandler.Create(spec.Certificate),
            DisposeHttpClient = true,
        });

    public IConnectionCount? CountConnections() => OpenedConnections.Start();
#else
    public ChannelBase Open(OriginalSpec spec) => GrpcChannel.ForAddress(spec.Target);

    /// <summary>Null: this runtime does not show them.</summary>
    public IConnectionCount? CountConnections() => null;
#endif

    public void End(ChannelBase channel) => ((GrpcChannel)channel).Dispose();
}
