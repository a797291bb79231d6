using System.Globalization;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests.Reach;

/// <summary>Unmodified programs that reach a server of this machine through a link, under the name they always use.</summary>
public class LinkReachTests
{
    [Theory]
    [InlineData("localhost")]
    [InlineData("127.0.0.1")]
    public async Task Loopback_is_reached_through_the_link_with_its_delay(string host)
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        var port = await http.ServeAsync();
        using var link = Marked.Link("--delay", "50ms", "--reach", $"{host}:{port}", "--",
            "curl", "-s", "-S", "-w", " %{time_connect} %{time_starttransfer}", $"http://{host}:{port}/word.txt");

        (await link.ExitAsync()).ShouldBe(0, link.Fathom.Error);
        var words = link.Fathom.Output.Trim().Split(' ');
        string.Join(' ', words[..^2]).ShouldBe(http.Content);
        // A round trip to connect, and one for the request.
        Seconds(words[^2]).ShouldBeGreaterThanOrEqualTo(0.1);
        Seconds(words[^1]).ShouldBeGreaterThanOrEqualTo(0.2);
        link.Fathom.Error.ShouldContain("up: delay 50ms, no loss, no limit of the rate");
        Seconds(link.Fathom.Error.Split("round trip measured: ")[1].Split(' ')[0]).ShouldBeGreaterThanOrEqualTo(100);
        link.Fathom.Error.ShouldContain($"{host}:{port} is reached through the link");
    }

    [Fact]
    public async Task A_name_is_reached_by_it_and_stays_the_name_that_is_asked_for()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        var port = await http.ServeAsync();
        var name = LoopbackName();
        using var link = Marked.Link("--delay", "50ms", "--reach", $"{name}:{port}", "--", "sh", "-c",
            $"grep {name} /etc/hosts; curl -s -v -w ' %{{time_connect}}' http://{name}:{port}/word.txt 2>&1");

        (await link.ExitAsync()).ShouldBe(0, link.Fathom.Error);
        link.Fathom.Output.ShouldStartWith($"198.19.0.1\t{name}\n");
        link.Fathom.Output.ShouldContain($"Host: {name}:{port}");
        link.Fathom.Output.ShouldContain(http.Content);
        Seconds(link.Fathom.Output.Trim().Split(' ')[^1]).ShouldBeGreaterThanOrEqualTo(0.1);
        File.ReadAllText("/etc/hosts").ShouldNotContain("198.19.0.1");
    }

    [Fact]
    public async Task Loss_acts_between_the_program_and_what_it_reaches()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        var port = await http.ServeAsync();
        using var link = Marked.Link("--loss", "100%", "--reach", $"localhost:{port}", "--",
            "curl", "-s", "-m", "2", $"http://localhost:{port}/word.txt");

        // curl: operation timed out.
        (await link.ExitAsync()).ShouldBe(28, link.Fathom.Error);
        link.Fathom.Error.ShouldContain("round trip not measured: the link lost the probes");
    }

    [Fact]
    public async Task What_is_not_named_has_no_network_and_loopback_of_the_program_is_its_own()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        var port = await http.ServeAsync();
        var other = FreePort.Next();
        using var link = Marked.Link("--delay", "1ms", "--reach", $"localhost:{other}", "--", "sh", "-c",
            $"curl -s http://localhost:{port}/; echo other port $?; curl -s -m 5 http://192.0.2.1/; echo outside $?; "
                + "python3 -c 'import socket; s=socket.create_server((\"127.0.0.1\",0)); socket.create_connection(s.getsockname(),5); "
                + "print(\"own loopback\")'");

        await link.ExitAsync();
        // curl: could not connect.
        link.Fathom.Output.ShouldContain("other port 7");
        link.Fathom.Output.ShouldContain("outside 7");
        link.Fathom.Output.ShouldContain("own loopback");
    }

    [Fact]
    public async Task A_program_may_keep_its_network_and_reach_a_name_by_relays()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        using var others = new HttpFolder();
        var (port, other) = (await http.ServeAsync(), await others.ServeAsync());
        var name = LoopbackName();
        using var link = Marked.Link("--delay", "50ms", "--reach", $"{name}:{port}", "--keep-network", "--", "sh", "-c",
            $"curl -s http://127.0.0.1:{other}/word.txt; echo; "
                + $"curl -s -w '\\n%{{time_starttransfer}}' http://{name}:{port}/word.txt");

        (await link.ExitAsync()).ShouldBe(0, link.Fathom.Error);
        var lines = link.Fathom.Output.Split('\n');
        lines[..2].ShouldBe([others.Content, http.Content], link.Fathom.Error);
        // The relay connects through the link, and the request follows.
        Seconds(lines[2]).ShouldBeGreaterThanOrEqualTo(0.2);
    }

    [Fact]
    public async Task A_running_link_is_changed_by_its_user_alone()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var http = new HttpFolder();
        using var folder = new TemporaryFolder();
        var (port, control) = (await http.ServeAsync(), folder.PathOf("link.sock"));
        using var link = Marked.Link("--delay", "1ms", "--reach", $"localhost:{port}", "--control", control, "--shell");
        await Eventually.HoldsAsync(() => File.Exists(control), "the socket of the link");

        (OperatingSystem.IsWindows() ? default : File.GetUnixFileMode(control)).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        using (var refused = FathomProcess.Start("link", "set", "--control", control, "--loss", "120%"))
        {
            (await refused.ExitAsync(TimeSpan.FromSeconds(60))).ShouldBe(2);
            refused.Error.ShouldContain("--loss: '120%' is not accepted; accepted: 0% to 100%");
        }

        using (var change = FathomProcess.Start("link", "set", "--control", control, "--down-delay", "99ms"))
        {
            (await change.ExitAsync(TimeSpan.FromSeconds(60))).ShouldBe(0, change.Error);
            change.Output.ShouldContain("down: delay 99ms, no loss");
            change.Output.ShouldContain("up: delay 1ms, no loss");
        }

        await link.Fathom.TypeAsync($"curl -s -o /dev/null -w '%{{time_connect}}\\n' http://localhost:{port}/word.txt; exit 3");
        (await link.ExitAsync()).ShouldBe(3, link.Fathom.Error);
        Seconds(link.Fathom.Output.Trim()).ShouldBeGreaterThanOrEqualTo(0.1);
        link.Fathom.Error.ShouldContain("fathom link: changed: down: delay 99ms");
        File.Exists(control).ShouldBeFalse("the socket is removed with the link");
    }

    // A name beside localhost that leads to 127.0.0.1 outside, where the server is.
    private static string LoopbackName()
    {
        var name = File.ReadLines("/etc/hosts").Select(l => l.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries))
            .Where(w => w.Length > 1 && w[0] == "127.0.0.1").SelectMany(w => w.Skip(1))
            .FirstOrDefault(n => !n.StartsWith("localhost", StringComparison.Ordinal));
        Assert.SkipWhen(name is null, "needs a name beside localhost for 127.0.0.1 in /etc/hosts");
        return name!;
    }

    private static double Seconds(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
