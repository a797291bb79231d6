using System.Diagnostics;
using System.Globalization;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.TestKit.Records;

namespace Fathom.LinuxTests;

/// <summary>The four forms of <c>fathom link</c>, as a user types them, with foreign servers and clients.</summary>
public class LinkFormTests
{
    [Fact]
    public async Task In_front_of_a_port_that_is_there()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        using var link = Marked.Link("--delay", "50ms", "--listen", "0", "--to", $"127.0.0.1:{await http.ServeAsync()}");
        var (content, seconds) = await FetchAsync($"http://127.0.0.1:{await link.PortAsync()}/word.txt");
        content.ShouldBe(http.Content);
        // One round trip for request and response; connecting to the relay is local.
        seconds.ShouldBeGreaterThanOrEqualTo(0.1);
        link.Fathom.Interrupt();
        (await link.ExitAsync()).ShouldBe(130);
        link.Fathom.Output.Trim().ShouldBeEmpty("standard output is a command's");
        link.Fathom.Error.ShouldNotContain("\u001b", Case.Sensitive, "live counters are for terminals");
    }

    [Fact]
    public async Task A_server_at_the_far_end()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        var port = FreePort.Next();
        using var link = Marked.Link("--delay", "50ms", "--listen", $"{port}", "--", "python3", "-u", "-m", "http.server",
            $"{port}", "--directory", http.Path);
        await Eventually.HoldsAsync(() => link.Fathom.Output.Contains("Serving HTTP", StringComparison.Ordinal),
            $"the server listens; {link.Fathom.Error}");
        var (content, seconds) = await FetchAsync($"http://127.0.0.1:{port}/word.txt");
        content.ShouldBe(http.Content);
        seconds.ShouldBeGreaterThanOrEqualTo(0.1);
    }

    [Fact]
    public async Task A_client_at_the_near_end()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        var port = await http.ServeAsync();
        using var link = Marked.Link("--delay", "50ms", "--to", $"127.0.0.1:{port}", "--",
            "sh", "-c", $"curl -s -w ' %{{time_connect}}' http://$FATHOM_LINK_FAR:{port}/word.txt");
        (await link.ExitAsync()).ShouldBe(0, link.Fathom.Error);
        var words = link.Fathom.Output.Trim().Split(' ');
        words[..^1].ShouldBe(http.Content.Split(' '));
        // Connecting takes a round trip, because the client is at an end itself.
        double.Parse(words[^1], CultureInfo.InvariantCulture).ShouldBeGreaterThanOrEqualTo(0.1);
    }

    [Fact]
    public async Task A_shell_with_a_way_to_the_other_end()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        using var link = Marked.Link("--delay", "20ms", "--shell");
        await link.Fathom.TypeAsync($"$FATHOM_LINK_AT_FAR python3 -m http.server 8000 --directory {http.Path} &");
        await link.Fathom.TypeAsync("until curl -s -w ' %{time_connect}' http://$FATHOM_LINK_FAR:8000/word.txt; do sleep 0.1; done");
        await link.Fathom.TypeAsync("exit 7");
        (await link.ExitAsync()).ShouldBe(7, link.Fathom.Error);
        // Attempts before the server listened printed a time and no content.
        link.Fathom.Output.ShouldContain(http.Content);
        double.Parse(link.Fathom.Output.Trim().Split(' ')[^1], CultureInfo.InvariantCulture).ShouldBeGreaterThanOrEqualTo(0.04);
    }

    [Fact]
    public async Task As_json_standard_output_is_what_became_of_the_link_and_the_command_writes_to_standard_error()
    {
        using var link = Marked.Link("--delay", "20ms", "--rate", "10mbit", "--output", "json", "--", "sh", "-c", "echo word; exit 7");
        (await link.ExitAsync()).ShouldBe(7, link.Fathom.Error);
        var answer = Answer.Read(link.Fathom.Output, "fathom.link/1");
        answer.GetProperty("exit_code").GetInt32().ShouldBe(7);
        answer.GetProperty("round_trip_ms").GetDouble().ShouldBeGreaterThanOrEqualTo(40);
        answer.GetProperty("up").GetProperty("rate_bits").GetInt64().ShouldBe(10_000_000);
        link.Fathom.Error.ShouldContain("word\n");
    }

    [Fact]
    public async Task Links_of_several_processes_at_once()
    {
        Requires.Present(TestPrerequisites.Ping);
        var links = Enumerable.Range(1, Thorough.Count(3, 10)).Select(
            i => Marked.Link("-q", "--up-delay", $"{10 * i}ms", "--", "sh", "-c", "ping -c 3 -i 0.02 -q $FATHOM_LINK_FAR")).ToList();
        try
        {
            for (var i = 0; i < links.Count; i++)
            {
                (await links[i].Fathom.ExitAsync(TimeSpan.FromMinutes(2))).ShouldBe(0, links[i].Fathom.Error);
                double.Parse(links[i].Fathom.Output.Split(" = ")[1].Split('/')[0], CultureInfo.InvariantCulture)
                    .ShouldBeGreaterThanOrEqualTo(10 * (i + 1));
                links[i].Fathom.Error.Trim().ShouldBeEmpty("-q says nothing but errors");
            }
        }
        finally
        {
            links.ForEach(l => l.Dispose());
        }
    }

    private static async Task<(string Content, double Seconds)> FetchAsync(string address)
    {
        var curl = await Machine.RunAsync(new ProcessStartInfo("curl", ["-s", "-S", "-w", " %{time_starttransfer}", address]));
        curl.ExitCode.ShouldBe(0, curl.Error);
        var space = curl.Text.LastIndexOf(' ');
        return (curl.Text[..space], double.Parse(curl.Text[(space + 1)..], CultureInfo.InvariantCulture));
    }
}
