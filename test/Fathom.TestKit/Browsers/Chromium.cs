using System.Diagnostics;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Fathom.TestKit.Prerequisites;

namespace Fathom.TestKit.Browsers;

/// <summary>A headless Chromium of this machine. Owns the process and its profile folder; both are gone when it is disposed.</summary>
public sealed partial class Chromium : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;
    private readonly string _profile;
    private readonly DevToolsConnection _connection = new();
    private string? _open;

    private Chromium(Process process, string profile) => (_process, _profile) = (process, profile);

    /// <summary>Starts the browser; skips the test where there is none.</summary>
    public static async Task<Chromium> StartAsync()
    {
        var program = Requires.Program(TestPrerequisites.Chromium);
        var profile = Directory.CreateTempSubdirectory("fathom-chromium-").FullName;
        var start = new ProcessStartInfo(program) { RedirectStandardError = true, RedirectStandardOutput = true };
        foreach (var argument in new[]
        {
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
                "--disable-sync",
            "--no-first-run", "--remote-debugging-port=0", $"--user-data-dir={profile}", "about:blank",
        })
        {
            start.ArgumentList.Add(argument);
        }

        var browser = new Chromium(Process.Start(start)!, profile);
        try
        {
            using var stop = new CancellationTokenSource(Patience);
            await browser._connection.OpenAsync(await browser.AddressAsync(stop.Token), stop.Token);
            return browser;
        }
        catch
        {
            await browser.DisposeAsync();
            throw;
        }
    }

    /// <summary>Opens a local file in a tab of its own and waits until it is loaded; closes the former tab.</summary>
    /// <param name="path">The file.</param>
    /// <param name="width">Width of the window in CSS pixels.</param>
    /// <param name="dark">Whether the reader prefers dark.</param>
    public async Task<ChromiumPage> OpenAsync(string path, int width, bool dark)
    {
        using var stop = new CancellationTokenSource(Patience);
        var target = await _connection.SendAsync("Target.createTarget", new JsonObject { ["url"] = "about:blank" }, null, stop.Token);
        if (_open is not null)
        {
            await _connection.SendAsync("Target.closeTarget", new JsonObject { ["targetId"] = _open }, null, stop.Token);
        }

        _open = (string)target["targetId"]!;
        var attached = await _connection.SendAsync(
            "Target.attachToTarget", new JsonObject { ["targetId"] = (string)target["targetId"]!, ["flatten"] = true }, null, stop.Token);
        var page = new ChromiumPage(_connection, (string)attached["sessionId"]!, Patience);
        await page.LoadAsync(new Uri(Path.GetFullPath(path)), width, dark);
        return page;
    }

    public async ValueTask DisposeAsync()
    {
        await _connection.DisposeAsync();
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
        // Children of the browser may still write as they end.
        for (var attempt = 0; Directory.Exists(_profile); attempt++)
        {
            try
            {
                Directory.Delete(_profile, recursive: true);
            }
            catch (IOException) when (attempt < 50)
            {
                await Task.Delay(20);
            }
        }
    }

    private async Task<Uri> AddressAsync(CancellationToken stop)
    {
        var said = new List<string>();
        while (await _process.StandardError.ReadLineAsync(stop) is { } line)
        {
            said.Add(line);
            if (Listening().Match(line) is { Success: true } match)
            {
                // Nothing else is read from it, and a full pipe would stop the browser.
                _ = _process.StandardError.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
                _ = _process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
                return new Uri(match.Groups[1].Value);
            }
        }

        throw new InvalidOperationException($"Chromium ended before it listened:\n{string.Join('\n', said)}");
    }

    [GeneratedRegex("DevTools listening on (ws://[^ ]+)")]
    private static partial Regex Listening();
}
