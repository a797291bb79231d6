using System.Globalization;
using System.Reflection;
using System.Text;
using Fathom.FunctionalTests.Interop.Cases;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>docs/compatibility.md is what the tests say that they show. A test that fails, or is skipped, fails the build for that
/// reason.</summary>
public sealed class CompatibilityPageTests
{
    private static readonly Dictionary<string, string> FeatureOfCase = new()
    {
        ["large_unary"] = ShowsAttribute.Unary, ["client_streaming"] = ShowsAttribute.ClientStream,
        ["server_streaming"] = ShowsAttribute.ServerStream, ["ping_pong"] = ShowsAttribute.Duplex,
        ["custom_metadata"] = ShowsAttribute.Metadata, ["status_code_and_message"] = ShowsAttribute.Statuses,
        ["timeout_on_sleeping_server"] = ShowsAttribute.Endings, ["server_compressed_unary"] = ShowsAttribute.Compression,
    };

    private static readonly string Page = Repository.PathOf("docs/compatibility.md");

    [Fact]
    public void The_page_is_what_the_tests_show()
    {
        var shown = Shown().Concat(ShownByCases()).ToList();
        shown.Select(s => s.Peer).ShouldBeSubsetOf(PeerAttribute.All);
        shown.Select(s => s.Feature).ShouldBeSubsetOf(ShowsAttribute.All);
        var text = new StringBuilder(File.ReadAllText(Page).Split("<!-- written by")[0])
            .Append("<!-- written by CompatibilityPageTests -->\n")
            .Append(CultureInfo.InvariantCulture, $"| | {string.Join(" | ", PeerAttribute.All)} |\n")
            .Append(CultureInfo.InvariantCulture, $"|---|{string.Concat(PeerAttribute.All.Select(_ => "---|"))}\n");
        foreach (var feature in ShowsAttribute.All)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {feature} | ").AppendJoin(" | ",
                PeerAttribute.All.Select(peer => shown.Exists(s => s.Feature == feature && s.Peer == peer) ? "yes" : "")).Append(" |\n");
        }

        text.Append("\n## Which tests\n\n| | tests |\n|---|---|\n");
        foreach (var peer in PeerAttribute.All)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {peer} | ").AppendJoin(", ",
                shown.Where(s => s.Peer == peer).Select(s => $"`{s.Test}`").Distinct().Order(StringComparer.Ordinal)).Append(" |\n");
        }

        Cases(text);
        Snapshot.MatchesFile(text.ToString(), Page);
    }

    private static IEnumerable<(string Peer, string Feature, string Test)> Shown() =>
        from type in typeof(CompatibilityPageTests).Assembly.GetTypes()
        where type is { IsClass: true, IsAbstract: false, IsPublic: true } or { IsClass: true, IsAbstract: false, IsNestedPublic: true }
        from test in type.GetMethods()
        let shows = test.GetCustomAttribute<ShowsAttribute>()
        where shows is not null
        let peers = test.GetCustomAttributes<PeerAttribute>().Concat(type.GetCustomAttributes<PeerAttribute>()).Select(p => p.Name)
            .DefaultIfEmpty($"no peer of {type.FullName}.{test.Name}")
        from peer in peers
        from feature in shows.Features
        select (peer, feature, test.DeclaringType!.Name);

    private static IEnumerable<(string Peer, string Feature, string Test)> ShownByCases() =>
        from row in InteropCaseTests.OfOurClient.Select(r => r.Data)
        where FeatureOfCase.ContainsKey(row.Item1)
        select (row.Item2, FeatureOfCase[row.Item1], nameof(InteropCaseTests));

    // gRPC's interoperability cases: both sides of each, from the data of their tests.
    private static void Cases(StringBuilder text)
    {
        var clients = InteropCaseTests.OfOurClient.Select(r => r.Data).ToHashSet();
        var hosts = InteropCaseTests.OfOurHost.Select(r => r.Data).ToHashSet();
        text.Append("\n## gRPC's interoperability cases\n\n`InteropCaseTests` runs them by their names in gRPC's "
            + "doc/interop-test-descriptions.md: our client on the server of each, and\nthe client of each on our host.\n\n")
            .Append(CultureInfo.InvariantCulture, $"| case | {string.Join(" | ", InteropPeers.Names)} |\n|---|")
            .AppendJoin("", InteropPeers.Names.Select(_ => "---|")).Append('\n');
        foreach (var name in InteropClient.Cases.Keys)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {name} | ").AppendJoin(" | ", InteropPeers.Names.Select(peer =>
                (clients.Contains((name, peer)), hosts.Contains((name, peer))) switch
                {
                    (true, true) => "both",
                    (true, false) => "our client",
                    (false, true) => "our host",
                    _ => "",
                })).Append(" |\n");
        }
    }
}
