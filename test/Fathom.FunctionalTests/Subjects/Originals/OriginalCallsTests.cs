using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;
using Fathom.TestKit;
using static Fathom.FunctionalTests.Subjects.Originals.OriginalPair;

namespace Fathom.FunctionalTests.Subjects.Originals;

/// <summary>The original libraries, crossed: one wire contract.</summary>
[Collection(nameof(OriginalSubjects))]
public class OriginalCallsTests(OriginalSubjects subjects)
{
    private static readonly string[] Forms = ["blocking", "get-result", "async"];
    private static readonly string[] Contracts = ["proto", "code-first"];

    // Of the servers' contracts one each, unless there is time for all.
    public static TheoryData<string, string, string> Pairs { get; } = new(
        from server in new[] { "grpc-aspnetcore", "grpc-core", "kestrel", "native" }.Index()
        from client in new[] { "grpc-net-client", "grpc-core" }
        from contract in Contracts.Index()
        where Thorough.IsOn || server.Index % 2 == contract.Index
        select (server.Item, client, contract.Item));

    [Theory]
    [MemberData(nameof(Pairs))]
    public async Task Every_client_calls_every_server_by_each_contract_and_form(string server, string client, string contract)
    {
        var pair = await subjects.PairAsync(server, client, "--contract", contract);
        foreach (var ofClient in Contracts)
        {
            foreach (var form in Forms)
            {
                RequireAnswered(await pair.RunAsync(Unary(ofClient, form)), $"{ofClient}, {form}");
            }
        }
    }

    [Theory]
    [InlineData("grpc-aspnetcore", "proto", "httpclient")]
    [InlineData("grpc-aspnetcore", "code-first", "native")]
    [InlineData("grpc-core", "proto", "native")]
    [InlineData("grpc-core", "code-first", "httpclient")]
    public async Task The_in_box_client_calls_the_original_servers(string server, string contract, string stack)
    {
        var pair = await subjects.PairAsync(server, "client", "--contract", contract);
        var workload = Unary(contract, "blocking");
        workload.Remove("disposal");
        workload["client"] = stack;
        RequireAnswered(await pair.RunAsync(workload), stack);
    }

    [Theory]
    [InlineData("grpc-aspnetcore", "grpc-net-client")]
    [InlineData("grpc-aspnetcore", "grpc-core")]
    [InlineData("grpc-core", "grpc-net-client")]
    [InlineData("grpc-core", "grpc-core")]
    public async Task They_call_each_other_with_TLS(string server, string client)
    {
        var pair = await subjects.PairAsync(server, client, "--tls");
        RequireAnswered(await pair.RunAsync(Unary("proto", "blocking")), "TLS");
    }

    [Theory]
    [InlineData("grpc-net-client")]
    [InlineData("grpc-core")]
    public async Task A_lost_call_is_counted_by_its_status_and_the_others_go_on(string client)
    {
        var pair = await subjects.PairAsync("grpc-aspnetcore", client);
        var workload = Unary("proto", "blocking");
        // A port without a listener refuses connections.
        workload["target"] = "http://127.0.0.1:1";
        workload["channel"] = "reused";
        var (_, figures) = await pair.RunAsync(workload);
        figures.Errors.ShouldBe(new Dictionary<string, int> { ["Unavailable"] = 6 });
        figures.Latency.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("grpc-net-client")]
    [InlineData("grpc-core")]
    public async Task The_published_order_reports_its_four_parts_and_the_threads_that_each_found(string client)
    {
        var pair = await subjects.PairAsync("grpc-aspnetcore", client);
        var (server, figures) = await pair.RunAsync(new JsonObject
        {
            ["kind"] = "published-order",
            ["contract"] = "proto",
            ["call"] = "blocking",
            ["disposal"] = "dispose",
            ["calls"] = 4,
            ["callers"] = 2,
        });
        figures.Errors.ShouldBeEmpty();
        figures.Find(ReportedValues.Calls).ShouldBe(16);
        figures.Latency.Sum(b => b.Count).ShouldBe(16);
        foreach (var part in ReportedValues.PublishedOrder)
        {
            figures.Find(part.Duration).ShouldNotBeNull().ShouldBeGreaterThan(0);
            figures.Find(part.ThreadsAtStart).ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(0);
        }

        ReportedValues.PublishedOrder.Sum(p => figures.Find(p.Duration)!.Value)
            .ShouldBeLessThanOrEqualTo(figures.Find(ReportedValues.WallTime)!.Value);
        if (client == "grpc-net-client")
        {
            // Four new channels, one, four new ones, one.
            (figures.Find(ReportedValues.Connections), server.Find(ReportedValues.AcceptedConnections)).ShouldBe((10, 10));
        }
    }

    private static void RequireAnswered((ProcessFigures Server, ProcessFigures Client) figures, string what)
    {
        figures.Client.Errors.ShouldBeEmpty(what);
        figures.Client.Find(ReportedValues.Calls).ShouldBe(6, what);
        figures.Client.Latency.Sum(b => b.Count).ShouldBe(6, what);
    }
}
