using System.Text.RegularExpressions;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>Each figure in the table of SECURITY.md is asserted by a test that its row names: the test reads it from the page.</summary>
public partial class SecurityPageTests
{
    public static TheoryData<string> Resources => [.. SecurityPage.Rows.Select(row => row.Resource)];

    [Fact]
    public void Every_row_is_read_and_names_a_test() =>
        SecurityPage.Text.Split('\n').SkipWhile(line => !line.StartsWith("| resource", StringComparison.Ordinal)).Skip(2)
            .TakeWhile(line => line.StartsWith('|')).Count().ShouldBe(SecurityPage.Rows.Count);

    [Theory]
    [MemberData(nameof(Resources))]
    public void A_figure_is_asserted_by_a_test_that_its_row_names(string resource)
    {
        var (_, limit, tests) = SecurityPage.Rows.Single(row => row.Resource == resource);
        var asserted = tests.SelectMany(SourcesOf).SelectMany(source => Quotation().Matches(source)).Select(match => match.Groups[1].Value)
            .Where(quotation => limit.Contains(quotation, StringComparison.Ordinal)).Select(quotation => limit.IndexOf(quotation,
                StringComparison.Ordinal)).ToHashSet();

        Figure().Matches(limit).Where(figure => !asserted.Contains(figure.Index)).Select(figure => limit[figure.Index..]).ShouldBeEmpty();
    }

    private static List<string> SourcesOf(string test)
    {
        var files = Directory.GetFiles(Repository.PathOf("test"), $"{test}.cs", SearchOption.AllDirectories);
        files.ShouldNotBeEmpty($"SECURITY.md names {test}");
        return [.. files.Select(File.ReadAllText)];
    }

    [GeneratedRegex(@"SecurityPage\.(?:Number|Bytes|Time)\(""([^""]+)""\)")]
    private static partial Regex Quotation();

    [GeneratedRegex(@"(?<![\w,])\d[\d,]*")]
    private static partial Regex Figure();
}
