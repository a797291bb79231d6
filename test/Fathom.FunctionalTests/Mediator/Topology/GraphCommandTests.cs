using System.Xml.Linq;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary><c>fathom mediator graph</c> draws the network that a node sees.</summary>
public sealed class GraphCommandTests : IAsyncLifetime
{
    private readonly ShownNode _shown = new();

    public async ValueTask InitializeAsync() => await _shown.StartAsync();

    public ValueTask DisposeAsync() => _shown.DisposeAsync();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_command_prints_who_reaches_whom_and_draws_it(bool withCertificates)
    {
        var drawing = _shown.PathOf("graph.svg");
        string[] certificates = withCertificates ? ["--certificates", _shown.Folder] : [];
        using var fathom = FathomProcess.Start(["mediator", "graph", $"https://localhost:{_shown.Node.Address!.Port}", "--svg", drawing,
            .. certificates]);

        (await fathom.ExitAsync(TimeSpan.FromSeconds(60))).ShouldBe(withCertificates ? 0 : 2, fathom.Error);

        if (withCertificates)
        {
            await Eventually.HoldsAsync(() => fathom.Output.Contains("-x no answer  Gone", StringComparison.Ordinal),
                "the remote that is not there");
            fathom.Output.ShouldStartWith($"red  https://127.0.0.1:{_shown.Node.Address.Port}");
            XDocument.Load(drawing).Root!.Name.LocalName.ShouldBe("svg");
        }
        else
        {
            await Eventually.HoldsAsync(() => fathom.Error.Contains("--certificates is missing", StringComparison.Ordinal),
                "what is missing");
        }
    }
}
