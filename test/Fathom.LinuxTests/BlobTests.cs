using System.Diagnostics;
using System.Globalization;
using Fathom.Machines.Prerequisites;
using Fathom.Link.Flows;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary>The blob's server at the far end of a link, where acknowledgements are the client's own: how much each host has in flight, by
/// the packets, whatever the machine is busy with.</summary>
public class BlobTests(BlobLink link) : IClassFixture<BlobLink>
{
    [Fact]
    public void One_segment_takes_one_round_trip()
    {
        var download = link.Of("httpsys-model", "4096", "blobSync");
        // A segment with the size and the end of its chunk. The first has the response's header fields in front.
        download.Flow.MaxInFlight.ShouldBeInRange(4096, 4096 + 300);
        // 64 segments of 4096 bytes: the first is in transit when the first byte arrives, and the end follows the 64th acknowledgement.
        download.Flow.Acknowledged.Count.ShouldBeGreaterThanOrEqualTo(64);
        download.Seconds.ShouldBeGreaterThanOrEqualTo(63 * BlobLink.RoundTrip.TotalSeconds);
    }

    [Theory]
    [InlineData("65536")]
    [InlineData("65536-reflection")]
    public void Larger_segments_take_a_round_trip_each(string segment)
    {
        // Four segments, each larger than the initial window of ten packets: more than 4 round trips.
        var download = link.Of("httpsys-model", segment, "blobSync");
        download.Flow.MaxInFlight.ShouldBeInRange(4 * 4096, 65536 + 300);
        download.Seconds.ShouldBeGreaterThanOrEqualTo(4 * BlobLink.RoundTrip.TotalSeconds);
    }

    [Theory]
    [InlineData("httpsys-model", "4096", "blobAsync")]
    [InlineData("kestrel", null, "blobSync")]
    public void What_is_handed_over_as_a_whole_waits_for_no_segment(string host, string? segment, string path) =>
        link.Of(host, segment, path).Flow.MaxInFlight.ShouldBeGreaterThan(4 * 4096);

    [Fact]
    public async Task The_published_command_works_unchanged_outside()
    {
        Requires.Present(TestPrerequisites.Curl);
        var port = FreePort.Next();
        using var link = Marked.Link("--delay", "5ms", "--listen", $"{port}", "--", SubjectCatalog.DotnetHost, "exec",
            FathomProcess.Program, "serve", "blob", "--host", "httpsys-model", "--port", $"{port}");
        await Eventually.HoldsAsync(() => link.Fathom.Output.Contains("listening on http://198.18.0.2:", StringComparison.Ordinal),
            $"the blob is served at the far end; {link.Fathom.Error}");
        var curl = await Machine.RunAsync(new ProcessStartInfo(
            "curl", ["-s", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", $"http://localhost:{port}/blobSync?writeSize=16k"]));
        curl.Text.ShouldBe("200 16384", curl.Error);
    }
}

/// <summary>A link with servers of the blob at its far end, and a download of 256 KiB from each.</summary>
public sealed class BlobLink : IAsyncLifetime
{
    public static readonly TimeSpan RoundTrip = TimeSpan.FromMilliseconds(10);

    private static readonly (string Host, string? Segment, string[] Paths)[] Servers =
    [
        ("httpsys-model", "4096", ["blobSync", "blobAsync"]), ("httpsys-model", "65536", ["blobSync"]),
        ("httpsys-model", "65536-reflection", ["blobSync"]), ("kestrel", null, ["blobSync"]),
    ];

    private readonly List<(string Server, double Seconds)> _downloads = [];
    private IReadOnlyList<TcpFlow> _flows = [];

    public async ValueTask InitializeAsync()
    {
        if (!Requires.Check(TestPrerequisites.Curl).IsPresent || LinkPrerequisites.Required.Any(p => !Requires.Check(p).IsPresent))
        {
            // The tests skip.
            return;
        }

        using var link = await CapturedLink.RunAsync(
            new() { Both = new() { Delay = RoundTrip / 2 } }, DownloadAsync);
        _flows = FlowReader.Read(link.Packets);
        _flows.Count.ShouldBe(_downloads.Count, "a connection each");
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>A download: its connection, and the time from its first byte to its last.</summary>
    internal (TcpFlow Flow, double Seconds) Of(string host, string? segment, string path)
    {
        Requires.Present(TestPrerequisites.Curl);
        Machine.RequireLinks();
        var place = _downloads.FindIndex(d => d.Server == $"{host} {segment} {path}");
        return (_flows[place], _downloads[place].Seconds);
    }

    private async Task DownloadAsync(LinkRun link)
    {
        var servers = Servers.Select((server, i) => ChildProcess.Start(Placed(link.Far!, BuiltSubjects.Catalog.StartInfo("blob",
            ["--host", server.Host, "--bind", $"{link.Far!.Address}", "--port", $"{2000 + i}",
                .. server.Segment is { } segment ? (string[])["--segment", segment] : []])))).ToList();
        for (var i = 0; i < servers.Count; i++)
        {
            using var server = servers[i];
            await Eventually.HoldsAsync(() => server.Lines.Count > 0, $"the server listens; {server.Errors}");
            foreach (var path in Servers[i].Paths)
            {
                var curl = await Machine.RunAsync(
                    link.Near!, "curl", "-s", "-o", "/dev/null", "-w", "%{http_code} %{size_download} %{time_starttransfer} %{time_total}",
                    $"http://{link.Far!.Address}:{2000 + i}/{path}?writeSize=256k");
                var words = curl.Text.Split(' ');
                (words[0], words[1]).ShouldBe(("200", "262144"), curl.Error);
                _downloads.Add(($"{Servers[i].Host} {Servers[i].Segment} {path}", Seconds(words[3]) - Seconds(words[2])));
            }
        }
    }

    private static ProcessStartInfo Placed(LinkEnd end, ProcessStartInfo info) => end.StartInfo(info.FileName, info.ArgumentList);

    private static double Seconds(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
