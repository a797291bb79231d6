using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Fathom.Lab.Prerequisites;
using Fathom.SubjectProtocol;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>The service tree as real processes: what it answers, what its traces say, what happens when one of the five dies.</summary>
public class TreeTests
{
    // Of processor time, in ticks of 10 ms: more than the ten requests take that are under way at once.
    private static readonly TimeSpan Served = TimeSpan.FromMilliseconds(30);

    [Theory]
    [InlineData("protobuf-net")]
    [InlineData("fathom")]
    public async Task An_item_is_composed_of_two_services_and_an_edit_reaches_the_catalogue(string library)
    {
        await using var tree = await RunningTree.StartAsync("--library", library);
        using var http = new HttpClient();
        var (api, admin) = (tree.Addresses["rest-api"], tree.Addresses["rest-admin-api"]);

        using var edited = await http.PutAsJsonAsync($"{admin}/items/7", new { name = "Lamp", cents = 1000, stock = 12 });
        edited.StatusCode.ShouldBe(HttpStatusCode.OK);
        var item = (await http.GetFromJsonAsync<JsonObject>($"{api}/items/7"))!;
        // Service 1 takes 5 % off, service 2 keeps two in reserve.
        (item["name"]!.ToString(), (decimal)item["price"]!, (int)item["stock"]!).ShouldBe(("Lamp", 9.5m, 10));
        using var missing = await http.GetAsync($"{api}/items/100000");
        missing.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await missing.Content.ReadAsStringAsync()).ShouldContain("service-3: NotFound");
        foreach (var address in new[] { api, admin })
        {
            (await http.GetStringAsync($"{address}/health")).ShouldBe("Healthy");
            (await http.GetStringAsync($"{address}/openapi/v1.json")).ShouldContain("/items/{id}");
        }
    }

    [Theory]
    [InlineData("built-in")]
    [InlineData("locust")]
    public async Task Users_traces_and_figures_agree_on_the_requests_and_a_waterfall_adds_up(string driver)
    {
        RunningTree.Require(driver);
        await using var tree = await RunningTree.StartAsync();

        var (server, users) = await tree.RunAsync(driver);

        users.Errors.ShouldBeEmpty();
        users.Values["calls"].ShouldBe(100);
        users.Latency.Sum(b => b.Count).ShouldBe(100);
        server.Values["traced_requests"].ShouldBe(100);
        server.Values["waterfall_percent"].ShouldBeInRange(95, 105);
        string[] all = ["rest-admin-api", "rest-api", "service-1", "service-2", "service-3"];
        server.Processes!.Keys.Order().ShouldBe(all);
        // Whether an edit is among the median and the slowest is chance.
        server.Waterfall!.Select(p => p.Process).Distinct().ShouldBeSubsetOf(all);
        server.Waterfall!.Select(p => p.Process).ShouldContain("service-3");
        server.Waterfall!.ShouldAllBe(p => p.Us >= 0 && TracedTime.Kinds.Contains(p.Kind));
    }

    [Theory]
    [InlineData("rest-api")]
    [InlineData("service-1")]
    public async Task Blocking_calls_make_work_items_wait_in_the_process_that_blocks_and_in_no_other(string process)
    {
        await using var tree = await RunningTree.StartAsync("--in", process, "--call", "blocking");

        var (server, _) = await tree.RunAsync("built-in", users: 25, requests: 4);

        var waits = server.Processes!.ToDictionary(p => p.Key, p => p.Value["queue_wait_ms_max"]);
        waits.MaxBy(w => w.Value).Key.ShouldBe(process);
        waits.Where(w => w.Key != process).ShouldAllBe(w => w.Value < waits[process] / 2);
        var largest = server.Waterfall!.Where(p => p.Requests == TracedTime.Slowest).MaxBy(p => p.Us)!;
        (largest.Process, largest.Kind).ShouldBe((process, TracedTime.Queue));
    }

    [Theory]
    [InlineData("rest-api")]
    [InlineData("rest-admin-api")]
    [InlineData("service-1")]
    [InlineData("service-2")]
    [InlineData("service-3")]
    public async Task A_process_that_is_killed_is_named_and_started_again_and_failed_requests_are_counted_by_kind(string process)
    {
        Requires.Present(TestPrerequisites.Linux);
        int[] all;
        await using (var tree = await RunningTree.StartAsync())
        {
            all = [tree.Id, .. ChildrenOf(tree.Id)];
            all.Length.ShouldBe(6);
            using var victim = Process.GetProcessById(all.Single(id => CommandOf(id).Contains($"fathom-{process}.dll")));
            var (server, users) = await tree.RunAsync("built-in", requests: 40, meanwhile: async () =>
            {
                // Some requests are answered before: where a start takes as long as all of them, none was after it.
                var warm = victim.TotalProcessorTime;
                await Eventually.HoldsAsync(
                    () =>
                    {
                        victim.Refresh();
                        return victim.TotalProcessorTime - warm >= Served;
                    },
                    $"{process} has answered");
                victim.Kill();
            });

            users.Values["calls"].ShouldBe(400);
            users.Errors.Values.Sum().ShouldBeInRange(1, 399);
            users.Errors.Keys.ShouldAllBe(k => k.StartsWith("no answer: ") || k.Contains($"{process}: Unavailable"));
            server.Values["restarts"].ShouldBe(1);
            tree.Errors.ShouldContain($"{process} ended with exit code 137; it is started again on port");

            // Nothing of it is left over once it is back.
            (await tree.RunAsync("built-in")).Users.Errors.ShouldBeEmpty();
            all = [.. all, .. ChildrenOf(tree.Id)];
        }

        all.ShouldAllBe(id => !Directory.Exists($"/proc/{id}") || !CommandOf(id).Contains("fathom-"));
    }

    [Fact]
    public async Task A_port_in_use_names_the_process_and_what_to_do()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;
        using var fathom = FathomProcess.Start("serve", "tree", "--port", $"{port}");
        (await fathom.ExitAsync(TimeSpan.FromSeconds(90))).ShouldBe(3);
        fathom.Error.ShouldContain("rest-api: ");
        fathom.Error.ShouldContain("End the process that listens there, or give another --port");
    }

    [Fact]
    public async Task Serve_prints_the_addresses_of_all_five_and_Ctrl_C_ends_them()
    {
        Requires.Present(TestPrerequisites.Unix);
        using var fathom = FathomProcess.Start("serve", "tree");
        await Eventually.HoldsAsync(() => fathom.Output.Contains("  service-3 http", StringComparison.Ordinal), "all five are named");
        var api = fathom.Output.Split("  rest-api ")[1].Split('\n')[0].Trim();
        using var http = new HttpClient();
        (await http.GetStringAsync($"{api}/items/1")).ShouldContain("Item 1");

        fathom.Interrupt();
        (await fathom.ExitAsync(TimeSpan.FromSeconds(60))).ShouldBe(130);
        await Should.ThrowAsync<HttpRequestException>(() => http.GetStringAsync($"{api}/health"));
    }

    private static string CommandOf(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/cmdline");
        }
        catch (IOException)
        {
            return "";
        }
    }

    private static int[] ChildrenOf(int id) =>
        [.. Directory.GetDirectories($"/proc/{id}/task").SelectMany(t => File.ReadAllText($"{t}/children").Split(' ',
            StringSplitOptions.RemoveEmptyEntries)).Select(int.Parse).Distinct()];
}
