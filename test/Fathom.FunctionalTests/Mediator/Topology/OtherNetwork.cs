using Fathom.FunctionalTests.Mediator.Certificates;
using Fathom.Mediator.Certificates;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>The certificates of an unknown network.</summary>
internal sealed class OtherNetwork(string folder) : IDisposable
{
    private readonly NodeCertificates _certificates =
        NodeCertificates.OpenOrCreate(SecuredNode.Options(folder, "other"));

    public ChannelTls Tls => _certificates.ChannelTls();

    public void Dispose() => _certificates.Dispose();
}
