using Fathom.Doctor.Probes.Runtime.Code;
using Fathom.Doctor.Services.Watching;

namespace Fathom.Tests.Doctor.Services.Watching;

/// <summary>Where the code of a server was, from what its runtime said: pauses of 100 ms, and calls of 100 ms in between.</summary>
public class CodeSharesTests
{
    private const string Machine = "Npgsql.NpgsqlCommand+<ExecuteReader>d__122.MoveNext";
    private const string Query = "Npgsql.NpgsqlCommand.ExecuteReaderAsync";
    private const string Delay = "System.Threading.Tasks.Task.Delay";
    private static readonly DateTime Start = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly CodeRow[] One = [Row(0, 100), Row(100, 200, 100), Row(200, 300), Row(300, 400, 100)];

    [Fact]
    public void The_innermost_method_that_is_awaited_is_named_with_what_it_calls()
    {
        var seen = new CodeShares(1, One).Of(
        [
            Of(Place("Endpoint.Call"), 101, 199), Of(Place("Store.Find", caller: "Endpoint.Call"), 101, 195),
            Of(Place("Store.Find", Query, "Endpoint.Call"), 110, 190),
            Of(Place("Endpoint.Call"), 301, 399), Of(Place("Store.Find", caller: "Endpoint.Call"), 301, 395),
            Of(Place("Store.Find", Query, "Endpoint.Call"), 310, 390),
        ], []);

        seen.Awaited.Select(a => a.Method).ShouldBe(["Store.Find"], "the endpoint is only on the way there");
        ServerCodeText.Clause(seen).ShouldBe("awaits Store.Find (Npgsql.NpgsqlCommand.ExecuteReaderAsync 80 %) 94 % of the time");
    }

    [Fact]
    public void A_method_that_awaits_several_is_named_with_its_parts()
    {
        var seen = new CodeShares(1, One[..2]).Of(
        [
            Of(Place("Endpoint.Call"), 100, 200), Of(Place("A.First", caller: "Endpoint.Call"), 100, 140),
            Of(Place("B.Second", caller: "Endpoint.Call"), 140, 175), Of(Place("Endpoint.Call", "Lib.Third"), 175, 200),
        ], []);

        ServerCodeText.Clause(seen).ShouldStartWith("awaits Endpoint.Call (A.First 40 %, B.Second 35 %) 100 % of the time");
    }

    [Fact]
    public void What_only_gives_back_a_task_of_another_is_awaited_by_who_calls_it() => ServerCodeText.Clause(new CodeShares(1, One[..2]).Of(
        [Of(Place("Endpoint.Call"), 100, 200), Of(Place("Store.Find", "Lib.FindAsync", "Endpoint.Call"), 110, 200)], []))
        .ShouldBe("awaits Endpoint.Call (Lib.FindAsync 90 %) 100 % of the time");

    [Fact]
    public void What_is_awaited_at_once_in_one_call_counts_once_and_of_several_calls_each_time()
    {
        AsyncOperation[] both = [Of(Place("Store.Find"), 110, 160), Of(Place("Store.Find"), 110, 160)];
        new CodeShares(1, One[..2]).Of(both, []).Awaited.ShouldHaveSingleItem().Share.ShouldBe(0.5, 1e-9);
        new CodeShares(2, [Row(100, 200, 100, 50)]).Of(both, []).Awaited.ShouldHaveSingleItem().Share.ShouldBe(100.0 / 150, 1e-9);
    }

    [Fact]
    public void What_goes_on_in_pauses_is_none_of_the_calls()
    {
        CodeSample worker = new(Place("Worker.Run"), Computes: false);
        var seen = new CodeShares(1, One).Of([Of(Place("Worker.PollAsync", "System.Threading.Tasks.Task.Delay"), 0, 400)],
            [.. Enumerable.Range(0, 400).Select(ms => (At(ms), (IReadOnlyList<CodeSample>)[worker]))]);
        (seen.Awaited.Count, seen.Threads.Count).ShouldBe((0, 0));
        ServerCodeText.Clause(seen).ShouldBeNull();
    }

    [Fact]
    public void Threads_that_run_managed_code_compute_and_others_are_said_to_be_there()
    {
        CodeSample computes = new(Place("Report.Render", "System.Xml.XmlWriter.Create"), Computes: true);
        CodeSample waits = new(Place("Gate.Enter", "System.Threading.Monitor.Enter"), Computes: false);
        (DateTime, IReadOnlyList<CodeSample>)[] Taken(params IReadOnlyList<CodeSample> threads) =>
            [.. Enumerable.Range(0, 200).Select(ms => (At(ms), ms < 100 ? [] : threads))];

        ServerCodeText.Clause(new CodeShares(1, One[..2]).Of([], Taken(computes)))
            .ShouldBe("computes in Report.Render (System.Xml.XmlWriter.Create 100 %) 100 % of the time");
        ServerCodeText.Clause(new CodeShares(3, [Row(0, 100), Row(100, 200, 100, 100, 100)]).Of([], Taken(waits, waits, computes)))
            .ShouldBe("has 2 threads in Gate.Enter (System.Threading.Monitor.Enter 2 threads), and computes in Report.Render "
                + "(System.Xml.XmlWriter.Create one thread) on one thread");
    }

    [Theory]
    [InlineData(true, Delay, "System.Threading.Tasks.Task+DelayPromise..ctor", Delay)]
    [InlineData(true, Query, Machine, Query)]
    [InlineData(false, Query, "Npgsql.X+<Read>d__2.MoveNext", Machine, Query)]
    [InlineData(false, Query, Delay, Machine, Query)]
    public void What_the_application_itself_calls_is_told_from_its_parts(bool isWhole, string calls, params string[] inner)
    {
        var place = CodePlace.Of(
        [
            new("System.Threading.Tasks.TplEventSource.TraceOperationBegin", false),
            new("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.__Canon].AwaitUnsafeOnCompleted", false),
            .. inner.Select(m => new CodeFrame(m, false)),
            new("App.Store+<FindAsync>d__1[System.__Canon].MoveNext", true), new("App.Store.FindAsync", true),
            new("System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start", false), new("App.Endpoint+<Call>d__2.MoveNext", true),
        ])!;
        (place.Own, place.Calls, place.Caller, place.IsWhole).ShouldBe(("App.Store.FindAsync", calls, "App.Endpoint.Call", isWhole));
    }

    [Fact]
    public void The_assemblies_of_projects_are_the_applications_own() => ApplicationCode.ProjectsOf("""
        { "targets": { ".NETCoreApp,Version=v10.0": {
            "Shop/1.0.0": { "runtime": { "Shop.dll": {} } },
            "Shop.Data/1.0.0": { "runtime": { "lib/Shop.Data.dll": {} } },
            "Npgsql/10.0.3": { "runtime": { "lib/net10.0/Npgsql.dll": {} } } } },
          "libraries": { "Shop/1.0.0": { "type": "project" }, "Shop.Data/1.0.0": { "type": "project" },
            "Npgsql/10.0.3": { "type": "package" } } }
        """).ShouldBe(["Shop.dll", "Shop.Data.dll"]);

    private static CodeRow Row(int began, int ended, params double[] callMs) => new(At(began), At(ended), callMs);

    private static CodePlace Place(string own, string? calls = null, string? caller = null) => calls is null
        ? CodePlace.Of([new(own, true), .. Callers(caller)])! : CodePlace.Of([new(calls, false), new(own, true), .. Callers(caller)])!;

    private static IEnumerable<CodeFrame> Callers(string? caller) => caller is null ? [] : [new(caller, true)];

    private static AsyncOperation Of(CodePlace place, int began, int ended) => new(place, At(began), At(ended));

    private static DateTime At(int ms) => Start.AddMilliseconds(ms);
}
