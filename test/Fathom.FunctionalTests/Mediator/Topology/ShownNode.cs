using Fathom.Mediator;
using Fathom.Mediator.Settings;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>A node with certificates of its own and a remote that is not there.</summary>
internal sealed class ShownNode : IAsyncDisposable
{
    private readonly TemporaryFolder _temporary = new();

    public MediatorNode Node { get; private set; } = null!;

    /// <summary>The folder of its certificates.</summary>
    public string Folder => PathOf("red");

    public string PathOf(string name) => _temporary.PathOf(name);

    public async Task StartAsync()
    {
        var settings = new MediatorSettings
        {
            Host = new HostSettings { Port = FreePort.Next(), Name = "red" },
            Certificates = new CertificateSettings { Folder = Folder, Found = true },
        };
        settings.Remotes["Gone"] = new RemoteSettings { Host = "localhost", Port = FreePort.Next() };
        Node = new MediatorNode(settings, _ => { });
        await Node.StartAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await Node.DisposeAsync();
        _temporary.Dispose();
    }
}
