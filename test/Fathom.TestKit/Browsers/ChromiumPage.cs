using System.Text.Json.Nodes;

namespace Fathom.TestKit.Browsers;

/// <summary>A page in a tab: what it asked for, what it complained of, and answers to questions about it. Lives as long as its
/// browser.</summary>
public sealed class ChromiumPage
{
    private static readonly string[] Complaints = ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"];

    private readonly DevToolsConnection _connection;
    private readonly string _session;
    private readonly TimeSpan _patience;
    private readonly int _before;

    internal ChromiumPage(DevToolsConnection connection, string session, TimeSpan patience)
    {
        (_connection, _session, _patience) = (connection, session, patience);
        _before = connection.Events.Count;
    }

    /// <summary>Console messages, warnings and exceptions.</summary>
    public IReadOnlyList<string> Console => [.. Events.Where(e => Complaints.Contains(e.Method)).Select(e => e.Parameters.ToJsonString())];

    /// <summary>Addresses the page asked for, its own first.</summary>
    public IReadOnlyList<string> Requests => [.. Events.Where(e => e.Method == "Network.requestWillBeSent")
        .Select(e => (string)e.Parameters["request"]!["url"]!)];

    private IEnumerable<(string Method, JsonNode Parameters)> Events => _connection.Events.Skip(_before);

    /// <summary>The value of a JavaScript expression.</summary>
    public async Task<JsonNode?> EvaluateAsync(string expression)
    {
        var answer = await SendAsync("Runtime.evaluate", new JsonObject { ["expression"] = expression, ["returnByValue"] = true });
        return answer["exceptionDetails"] is { } fault
            ? throw new InvalidOperationException($"The expression failed: {fault.ToJsonString()}")
            : answer["result"]!["value"]?.DeepClone();
    }

    /// <summary>The whole page as PNG.</summary>
    public async Task<byte[]> ScreenshotAsync()
    {
        var answer = await SendAsync("Page.captureScreenshot", new JsonObject { ["format"] = "png", ["captureBeyondViewport"] = true });
        return Convert.FromBase64String((string)answer["data"]!);
    }

    internal async Task LoadAsync(Uri address, int width, bool dark)
    {
        foreach (var domain in new[] { "Page", "Runtime", "Log", "Network" })
        {
            await SendAsync($"{domain}.enable", []);
        }

        await SendAsync("Emulation.setDeviceMetricsOverride",
            new JsonObject { ["width"] = width, ["height"] = 900, ["deviceScaleFactor"] = 1, ["mobile"] = width < 600 });
        await SendAsync("Emulation.setEmulatedMedia", new JsonObject
        {
            ["features"] = new JsonArray(new JsonObject { ["name"] = "prefers-color-scheme", ["value"] = dark ? "dark" : "light" }),
        });
        await SendAsync("Page.navigate", new JsonObject { ["url"] = address.AbsoluteUri });
        using var deadline = new CancellationTokenSource(_patience);
        while (Events.All(e => e.Method != "Page.loadEventFired"))
        {
            await Task.Delay(10, deadline.Token);
        }
    }

    private async Task<JsonNode> SendAsync(string method, JsonObject parameters)
    {
        using var stop = new CancellationTokenSource(_patience);
        return await _connection.SendAsync(method, parameters, _session, stop.Token);
    }
}
