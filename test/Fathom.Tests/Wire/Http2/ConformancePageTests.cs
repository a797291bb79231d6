using System.Globalization;
using System.Text;
using Fathom.TestKit;

namespace Fathom.Tests.Wire.Http2;

/// <summary>docs/conformance.md lists the cases of RFC 9113 that run, and how each is answered.</summary>
public sealed class ConformancePageTests
{
    private static readonly string Page = Repository.PathOf("docs/conformance.md");

    [Fact]
    public void The_page_lists_each_case()
    {
        var both = FrameViolations.All.Select(row => (row, By: "client, server"));
        var clients = ClientFrameViolations.All.Concat(ClientRequestViolations.All).Select(row => (row, By: "client"));
        var servers = ServerViolationTests.Table.Select(row => (row, By: "server"));
        var text = new StringBuilder(File.ReadAllText(Page).Split("| section")[0]).Append("""
            | section | what a peer does | which peer | answer |
            |---|---|---|---|

            """);
        foreach (var (row, by) in both.Concat(clients).Concat(servers).OrderBy(c => Order(c.row.Rule))
            .ThenBy(c => c.By, StringComparer.Ordinal))
        {
            var space = row.Rule.IndexOf(' ', StringComparison.Ordinal);
            text.Append(CultureInfo.InvariantCulture, $"| {row.Rule[..space]} | {row.Rule[(space + 1)..]} | {by} | ")
                .Append(CultureInfo.InvariantCulture, $"{(row.Stream == 0 ? "connection" : "stream")} error, {row.Code} |\n");
        }

        Snapshot.MatchesFile(text.ToString(), Page);
    }

    private static (int, int, int) Order(string rule)
    {
        int[] numbers = [.. rule.Split(' ')[0].Split('.').Select(n => int.Parse(n, CultureInfo.InvariantCulture)), 0, 0];
        return (numbers[0], numbers[1], numbers[2]);
    }
}
