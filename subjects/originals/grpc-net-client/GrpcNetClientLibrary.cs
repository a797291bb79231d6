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
    }

    public ChannelBase Open(OriginalSpec spec) => spec.Certificate is null
        ? GrpcChannel.ForAddress(spec.Target)
        : GrpcChannel.ForAddress(spec.Target, new GrpcChannelOptions
        {
            HttpHandler = TrustedHandler.Create(spec.Certificate),
            DisposeHttpClient = true,
        });

    public void End(ChannelBase channel) => ((GrpcChannel)channel).Dispose();

    public IConnectionCount? CountConnections() => OpenedConnections.Start();
}
