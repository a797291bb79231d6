using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>A network founded by the node north, on virtual time, with the nodes that join it. Tests of renewal set other lifetimes of
/// certificates.</summary>
internal sealed class Network : IAsyncDisposable
{
    private readonly TemporaryFolder _temporary = new();
    private readonly CertificateLifetimes? _lives;

    public Network(CertificateLifetimes? lives = null)
    {
        _lives = lives;
        (North, Desk) = Start();
    }

    public VirtualTime Time { get; } = new(VirtualTime.Present);

    public SecuredNode North { get; private set; }

    public EnrollmentServer Desk { get; private set; }

    public string FolderOf(string node) => _temporary.PathOf(node);

    public NodeCertificatesOptions Options(string node, TimeProvider? time = null) =>
        SecuredNode.Options(FolderOf(node), node, time: time ?? Time);

    /// <summary>Joins, by an invitation or one made for it.</summary>
    public async Task<SecuredNode> JoinAsync(string node, Invitation? invitation = null)
    {
        var log = new LineLogger();
        var options = SecuredNode.Options(FolderOf(node), node, log, Time);
        return new SecuredNode(await NodeCertificates.JoinAsync(options, invitation ?? await Desk.InviteAsync()), log);
    }

    /// <summary>Why a node cannot join.</summary>
    public async Task<string> RefusalAsync(string node, Invitation invitation, TimeProvider? time = null,
        IReadOnlyList<string>? hosts = null) => (await Should.ThrowAsync<JoinException>(() => NodeCertificates.JoinAsync(
            hosts is null ? Options(node, time) : Options(node, time) with { HostNames = hosts }, invitation))).Message;

    /// <summary>Ends north and starts it again.</summary>
    public async Task RestartAsync()
    {
        await StopAsync();
        (North, Desk) = Start();
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _temporary.Dispose();
    }

    private (SecuredNode North, EnrollmentServer Desk) Start()
    {
        var north = SecuredNode.Found(FolderOf("north"), time: Time, lives: _lives);

        // On a clock that passes weeks at a time, a look each second would be all that happens.
        var lookEvery = _lives is null ? TimeSpan.FromSeconds(1) : TimeSpan.FromDays(1);
        return (north, EnrollmentServer.Start(north.Certificates,
            new EnrollmentServerOptions
            {
                Port = FreePort.Next(),
                IssuerAddress = north.Address,
                PollInterval = lookEvery,

                // That limit is of the system's clock.
                MaxIdleTime = TimeSpan.FromHours(1),
            }));
    }

    private async Task StopAsync()
    {
        await Desk.DisposeAsync();
        await North.DisposeAsync();
    }
}
