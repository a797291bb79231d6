using System.Text.RegularExpressions;
using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Examination;
using Fathom.Doctor;
using Fathom.Studies;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>A cause is found by its name: its folder, its class, its page and its test.</summary>
public partial class CauseHouseTests
{
    private static readonly IReadOnlyList<Cause> Causes =
    [
        .. typeof(Cause).Assembly.GetTypes().Where(t => t.IsSubclassOf(typeof(Cause)) && !t.IsAbstract)
            .Select(t => (Cause)Activator.CreateInstance(t)!),
    ];

    public static TheoryData<string> Names => [.. Causes.Select(NameOf)];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_cause_has_its_folder_its_page_and_its_test(string name)
    {
        var id = string.Join('-', Word().Matches(name).Select(m => m.Value.ToLowerInvariant()));
        Causes.Single(c => NameOf(c) == name).Id.ShouldBe(id);
        var file = $"src/Fathom.Diagnosis/Causes/{name}/{name}Cause.cs";
        File.Exists(Repository.PathOf(file)).ShouldBeTrue(file);
        File.ReadAllText(Repository.PathOf($"docs/findings/{id}.md")).ShouldStartWith($"# {id}\n");
        Directory.GetFiles(Repository.PathOf("test/Fathom.Tests/Diagnosis/Causes"), $"{name}Tests.cs", SearchOption.AllDirectories)
            .ShouldHaveSingleItem($"test/Fathom.Tests/Diagnosis/Causes/{name}Tests.cs").ShouldSatisfyAllConditions(
                f => File.ReadAllText(f).ShouldContain($"{name}Cause"));
    }

    [Fact]
    public void Every_page_of_a_finding_has_its_cause() =>
        Directory.GetFiles(Repository.PathOf("docs/findings"), "*.md").Select(f => Path.GetFileNameWithoutExtension(f))
            .ShouldBe(Causes.Select(c => c.Id).Union(RivalExamination.Mechanisms.Select(m => m.Cause)), ignoreOrder: true);

    [Fact]
    public void Every_cause_is_listed_by_a_study_or_by_the_doctor_and_says_what_shows_it()
    {
        Causes.Count.ShouldBeGreaterThan(10);
        StudyCatalog.All.SelectMany(s => s.Causes).Concat(DoctorCauses.All).Select(c => c.Id).Distinct()
            .ShouldBe(Causes.Select(c => c.Id), ignoreOrder: true);
        Causes.ShouldAllBe(c => (c.RequiredInStudy.Count > 0 && c.ProvenBy.Count > 0) || c.RequiredFromWatch.Count > 0
            || c.RequiredFromOutside.Count > 0);
    }

    private static string NameOf(Cause cause) => cause.GetType().Name[..^"Cause".Length];

    // L4PinnedBalancing is l4-pinned-balancing, and Frame16kOverhead frame-16k-overhead.
    [GeneratedRegex("[A-Z]([a-z]+|[0-9]+)|[0-9]+[a-z]*")]
    private static partial Regex Word();
}
