using Fathom.Mediator.Certificates;
using Fathom.TestKit;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>A founding node whose clock was ahead, after it is right again.</summary>
public sealed class ClockTests : IDisposable
{
    private static readonly TimeSpan Ahead = TimeSpan.FromDays(31);

    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public void A_network_heals_that_was_founded_by_a_clock_ahead()
    {
        string fingerprint;
        using (var early = Open(At(Ahead)))
        {
            fingerprint = early.RootFingerprint;
        }

        using var node = Open(At(TimeSpan.Zero));

        IsUsable(node, At(TimeSpan.Zero));
        node.RootFingerprint.ShouldBe(fingerprint);
    }

    [Fact]
    public void A_network_heals_that_was_started_once_by_a_clock_ahead()
    {
        Open(At(TimeSpan.Zero)).Dispose();
        Open(At(Ahead)).Dispose();

        using var node = Open(At(TimeSpan.Zero));

        IsUsable(node, At(TimeSpan.Zero));
    }

    [Fact]
    public void A_running_node_heals_with_the_next_connection_after_its_clock_is_set_back()
    {
        var time = At(Ahead);
        using var node = Open(time);
        time.Advance(-Ahead);

        node.HostTls.SslOptionsFactory!();
        time.Advance(TimeSpan.FromSeconds(1));

        IsUsable(node, time);
    }

    private static void IsUsable(NodeCertificates node, TimeProvider time)
    {
        var files = node.Current.Files;
        var chain = files.Server.Intermediates;
        Fathom.Mediator.Certificates.Trust.ChainRules.Fault(files.Server.Certificate, chain, files.Root,
            Fathom.Mediator.Certificates.Trust.CertificatePurpose.Server, time.GetUtcNow(), "north").ShouldBeNull();
    }

    private NodeCertificates Open(TimeProvider time) => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = _temporary.PathOf("node"), Name = "north", TimeProvider = time });

    private static VirtualTime At(TimeSpan ahead) => new(VirtualTime.Present + ahead);
}
