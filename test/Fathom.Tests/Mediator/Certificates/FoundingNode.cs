using Fathom.Mediator.Certificates;
using Fathom.TestKit;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>The founding node 'north': its folder, its log, and a clock that a test moves.</summary>
internal sealed class FoundingNode : IDisposable
{
    public TemporaryFolder Folder { get; } = new();

    public VirtualTime Time { get; } = new(VirtualTime.Present);

    public LineLogger Log { get; } = new();

    public NodeCertificates Open(CertificateLifetimes? lives = null) => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = Folder.Path, Name = "north", TimeProvider = Time, LoggerFactory = Log,
            Lives = lives ?? new() });

    public void Dispose() => Folder.Dispose();
}
