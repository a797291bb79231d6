using Fathom.Originals.Calls;
using Fathom.Originals.Workloads;
using Grpc.Core;

namespace Fathom.Subjects.GrpcCore;

/// <summary>Grpc.Core as an application uses it: <c>new Channel(target, credentials)</c>.</summary>
internal sealed class GrpcCoreLibrary : IOriginalClient
{
    public void Prepare(OriginalSpec spec)
    {
        if (spec.HandlerInlining is { } inlining)
        {
            GrpcEnvironment.SetHandlerInlining(inlining);
        }
    }

    public ChannelBase Open(OriginalSpec spec) => new Channel(
        spec.Target.Authority, spec.Certificate is { } pem ? new SslCredentials(pem) : ChannelCredentials.Insecure);

    public void End(ChannelBase channel) => _ = channel.ShutdownAsync();

    /// <summary>Null: its connections are the native library's, which does not show them.</summary>
    public IConnectionCount? CountConnections() => null;
}
