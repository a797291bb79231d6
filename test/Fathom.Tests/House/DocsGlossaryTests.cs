using System.Text.RegularExpressions;
using Fathom.Studies;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>docs/glossary.md defines the terms of the report.</summary>
public partial class DocsGlossaryTests
{
    // Terms that metrics and findings pages use; a term that is used and missing from the glossary fails.
    private static readonly string[] FieldTerms =
    [
        "channel", "unary call", "stream", "message", "status", "contract", "codec", "connection", "window", "flow control", "PING",
        "SETTINGS", "round trip", "acknowledgement", "retransmission", "congestion control", "congestion window", "slow start",
        "in flight", "segment", "thread pool", "work item", "blocking call", "processor time", "latency", "percentile", "loopback", "link",
        "warm-up", "mutual TLS", "side by side",
    ];

    private static readonly string[] StudyTerms =
        ["study", "factor", "level", "trial", "replicate", "block", "subject", "cause", "observation", "hint", "finding", "intervention"];

    private static readonly string[] NotTerms = ["HTTP", "NET", "ASP", "RFC", "SDK", "CPU", "XML"];

    private static readonly string Page = File.ReadAllText(Repository.PathOf("docs/glossary.md"));

    private static readonly Dictionary<string, string> Entries =
        Entry().Matches(Page).Where(m => m.Groups[1].Value is not "term").ToDictionary(m => m.Groups[1].Value, m => m.Groups[2].Value);

    // What a report shows of a study, and the pages that its findings link to.
    private static readonly string Used = string.Join('\n',
    [
        .. from study in StudyCatalog.All
           from text in new[] { study.Title, study.Question }
               .Concat(study.Metrics.Select(m => m.Info.Text))
               .Concat(Enum.GetValues<Profile>().SelectMany(p => study.Factors(p).Select(f => f.Factor.Text)))
           select text,
        .. Directory.GetFiles(Repository.PathOf("docs/findings"), "*.md").Select(f => Code().Replace(File.ReadAllText(f), " ")),
    ]);

    [Fact]
    public void Every_term_that_a_report_uses_has_an_entry()
    {
        foreach (var term in FieldTerms.Where(t => Used.Contains(t, StringComparison.OrdinalIgnoreCase)))
        {
            Entries.ShouldContainKey(term);
        }

        var abbreviations = Abbreviation().Matches(Used).Select(m => m.Value).Distinct().Except(NotTerms).ToList();
        abbreviations.ShouldContain("RTT");
        foreach (var abbreviation in abbreviations)
        {
            Page.ShouldMatch($@"\b{abbreviation}\b", $"{abbreviation} stands in a report or on a findings page");
        }
    }

    [Fact]
    public void Every_word_of_a_study_has_an_entry()
    {
        foreach (var term in StudyTerms)
        {
            Entries.ShouldContainKey(term);
        }
    }

    [Fact]
    public void An_entry_is_one_short_sentence()
    {
        Entries.Count.ShouldBeGreaterThan(50);
        foreach (var (term, meaning) in Entries)
        {
            SentenceEnd().Count(meaning).ShouldBe(1, term);
            meaning.ShouldEndWith(".", Case.Sensitive, term);
            meaning.Split(' ').Length.ShouldBeLessThanOrEqualTo(24, term);
        }
    }

    [GeneratedRegex(@"^\| ([^|`]+?) \| ([^|]+?) \|$", RegexOptions.Multiline)]
    private static partial Regex Entry();

    [GeneratedRegex(@"```.*?```|`[^`]*`|\]\([^)]*\)|^Sources?:.*$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Code();

    [GeneratedRegex(@"(?<![\w./#])[A-Z]{3,}(?![\w/])")]
    private static partial Regex Abbreviation();

    [GeneratedRegex(@"[.!?](?= [A-Z]|$)")]
    private static partial Regex SentenceEnd();
}
