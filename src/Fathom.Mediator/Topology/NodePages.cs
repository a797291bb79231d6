using System.Text;
using System.Text.Json;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Topology;

/// <summary>
/// The pages of a node on its own port: health and topology. With TLS they require a client certificate of the network; without TLS
/// they are public, as messages are.
/// </summary>
/// <param name="topology">The nodes that this one reaches.</param>
/// <param name="name">The node's name.</param>
/// <param name="fault">Why the node cannot serve; null: it can.</param>
/// <param name="warning">What is wrong while the node serves; null: nothing.</param>
/// <param name="isSecured">Whether the pages require a client certificate.</param>
internal sealed class NodePages(
    TopologyService topology, Func<string> name, Func<string?> fault, Func<string?> warning, bool isSecured)
{
    /// <summary>The path of the health page.</summary>
    public const string Health = "/health";

    /// <summary>The path of the drawing.</summary>
    public const string Remotes = "/remotes.svg";

    private static readonly PageResponse Forbidden =
        new(403, "text/plain", Encoding.ASCII.GetBytes("A client certificate of this network is needed.\n"));

    public IReadOnlyDictionary<string, PageHandler> All =>
        new Dictionary<string, PageHandler> { [Health] = Guarded(HealthAsync), [Remotes] = Guarded(RemotesAsync) };

    private PageHandler Guarded(PageHandler page) => request =>
        isSecured && request.ClientCertificate is null ? new(Forbidden) : page(request);

    private ValueTask<PageResponse> HealthAsync(PageRequest request)
    {
        var wrong = fault();
        return new(new PageResponse(wrong is null ? 200 : 503, "application/json", Json(wrong ?? "serving", name(), warning())));
    }

    private async ValueTask<PageResponse> RemotesAsync(PageRequest request) =>
        new(200, "image/svg+xml", Encoding.UTF8.GetBytes((await topology.GetTopologyAsync(request.CancellationToken)).ToSvg()));

    private static byte[] Json(string status, string node, string? warning)
    {
        using var text = new MemoryStream();
        using (var json = new Utf8JsonWriter(text))
        {
            json.WriteStartObject();
            json.WriteString("status", status);
            json.WriteString("node", node);
            if (warning is not null)
            {
                json.WriteString("warning", warning);
            }

            json.WriteEndObject();
        }

        text.WriteByte((byte)'\n');
        return text.ToArray();
    }
}
