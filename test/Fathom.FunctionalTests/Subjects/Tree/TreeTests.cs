using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Fathom.FunctionalTests.Cli;
using Fathom.SubjectProtocol;
using Fathom.TestKit;
using Fathom.TestKit.Plants;
using Fathom.TestKit.Prerequisites;
using Fathom.Tree.Tracing;

namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>The service tree as real processes: what it answers, what its traces say, what happens when one of the five dies.</summary>
public class TreeTests(SharedTree shared) : IClassFixture<SharedTree>
{
    private const int ThinkMs = 100;

    /// <summary>One that others call, one that users call, and the rest.</summary>
    public static TheoryData<string> Killed =>
        [.. new[] { "service-3", "rest-api", "service-1", "rest-admin-api", "service-2" }.Take(Thorough.Count(1, 5))];

    [Fact]
    public async Task An_item_is_composed_of_two_services_and_an_edit_reaches_the_catalogue()
    {
        var tree = await shared.RunningAsync();
        await IsComposedAsync(tree.Addresses["rest-api"], tree.Addresses["rest-admin-api"]);
    }

    [Theory]
    [InlineData("built-in")]
    [InlineData("locust")]
    public async Task Users_traces_and_figures_agree_on_the_requests_and_a_waterfall_adds_up(string driver)
    {
        RunningTree.Require(driver);
        var tree = await shared.RunningAsync();

        var (server, users) = await tree.RunAsync(driver, users: 10, requests: 10, ThinkMs);

        users.Errors.ShouldBeEmpty();
        users.Values["by_locust"].ShouldBe(driver == "locust" ? 1 : 0);
        users.Values["calls"].ShouldBe(100);
        users.Latency.Sum(b => b.Count).ShouldBe(100);
        BothDriversSimulate(tree.Requests);
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
    public Task Blocking_calls_make_work_items_wait_in_the_process_that_blocks_and_in_no_other(string process)
    {
        Requires.Thoroughness();
        // How long an item waits rests on when requests arrive: on a busy machine 99.8 ms once, in place of 300 and more.
        return Judgement.HoldsAsync(async () =>
        {
            await using var tree = await RunningTree.StartAsync("--in", process, "--call", "blocking");

            var (server, _) = await tree.RunAsync("built-in", users: 25, requests: 1);

            // Every request that waits holds a thread: 20 readers do so at once. The longest wait is that of a pool which adds them one by
            // one.
            server.Processes![process]["threads_max"].ShouldBeGreaterThanOrEqualTo(20);
            server.Processes!.Where(p => p.Key != process).ShouldAllBe(p => p.Value["threads_max"] < 15);
            server.Processes![process]["queue_wait_ms_max"].ShouldBeGreaterThan(300);
            var largest = server.Waterfall!.Where(p => p.Requests == TracedTime.Slowest).MaxBy(p => p.Us)!;
            (largest.Process, largest.Kind).ShouldBe((process, TracedTime.Queue));
        });
    }

    [Theory]
    [MemberData(nameof(Killed))]
    public async Task A_process_that_is_killed_is_named_and_started_again_and_failed_requests_are_counted_by_kind(string process)
    {
        Requires.Present(TestPrerequisites.Linux);
        var tree = await shared.RunningAsync();
        using var port = new RepliedPort(tree.Addresses["rest-api"]);
        using var victim = Process.GetProcessById(
            TreeIds.ChildrenOf(tree.Id).Single(id => TreeIds.CommandOf(id).Contains($"fathom-{process}.dll")));

        var (server, users) = await tree.RunAsync("built-in", requests: 40, thinkMs: 50, api: port.Address, meanwhile: async () =>
        {
            // Where a start takes as long as all of them, none of the others is answered.
            await port.NextReplyAsync();
            victim.Kill();
        });

        users.Values["calls"].ShouldBe(400);
        users.Errors.Values.Sum().ShouldBeInRange(1, 399);
        users.Errors.Keys.ShouldAllBe(k => k.StartsWith("no answer: ") || k.Contains($"{process}: Unavailable"));
        server.Values["restarts"].ShouldBe(1);
        tree.Errors.ShouldContain($"{process} ended with exit code 137; it is started again on port");

        // Nothing of it is left over once it is back, and those that call it have connected again.
        tree = await shared.RunningAsync();
        await Eventually.HoldsAsync(
            async () => (await tree.RunAsync("built-in", thinkMs: 10)).Users.Errors.Count == 0, "all requests are answered again");
    }

    [Fact]
    public async Task A_port_in_use_names_the_process_and_what_to_do()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        // Of the five services 3 starts first, and its port is the last.
        var port = ((IPEndPoint)taken.LocalEndpoint).Port - 4;
        var run = await FathomRun.OfAsync("serve", "tree", "--port", $"{port}");
        run.ExitCode.ShouldBe(3);
        run.Error.ShouldContain("service-3: ");
        run.Error.ShouldContain("End the process that listens there, or give another --port");
    }

    [Fact]
    public async Task Serve_prints_the_addresses_of_all_five_on_either_library_and_Ctrl_C_ends_them()
    {
        Requires.Present(TestPrerequisites.Unix);
        using var fathom = FathomProcess.Start("serve", "tree", "--library", "fathom");
        await Eventually.HoldsAsync(() => fathom.Output.Contains("  service-3 http", StringComparison.Ordinal), "all five are named");
        await IsComposedAsync(AddressOf("rest-api"), AddressOf("rest-admin-api"));

        fathom.Interrupt();
        (await fathom.ExitAsync(TimeSpan.FromSeconds(60))).ShouldBe(130);
        using var http = new HttpClient();
        await Should.ThrowAsync<HttpRequestException>(() => http.GetStringAsync($"{AddressOf("rest-api")}/health"));

        string AddressOf(string process) => fathom.Output.Split($"  {process} ")[1].Split('\n')[0].Trim();
    }

    private static async Task IsComposedAsync(string api, string admin)
    {
        using var http = new HttpClient();
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

    // All users at the same time, and between the requests of each a pause of a half to one and a half of the mean: as many requests a
    // second, then. A busy machine makes pauses longer, so that only the least and the greatest say what was drawn.
    private static void BothDriversSimulate(IReadOnlyList<LoggedRequest> requests)
    {
        var byUser = requests.GroupBy(r => r.User).Select(g => g.OrderBy(r => r.Index).ToList()).ToList();
        byUser.Count.ShouldBe(10);
        byUser.ShouldAllBe(own => own.Select(r => r.Index).SequenceEqual(Enumerable.Range(0, 10)));
        byUser.Max(own => own[0].StartUs).ShouldBeLessThan(byUser.Min(own => own[^1].StartUs));
        var pauses = byUser.SelectMany(own => own.Zip(own.Skip(1), (r, next) => (next.StartUs - r.StartUs - r.ResponseUs) / 1000)).ToList();
        pauses.Min().ShouldBeInRange((0.5 * ThinkMs) - 2, 0.9 * ThinkMs);
        pauses.Max().ShouldBeGreaterThan(1.2 * ThinkMs);
    }
}
