using System.Text.RegularExpressions;
using Fathom.TestKit;
using Fathom.TestKit.Records;

namespace Fathom.Tests.House;

/// <summary>What is committed names no machine, no user and none of their folders (SECURITY.md). What a run writes is scanned where runs
/// are tested, in <c>RunTests</c>.</summary>
public partial class PrivacyTests
{
    public static TheoryData<string> Records => [.. Names("*.json")
        .Where(name => name.StartsWith("bench/results/", StringComparison.Ordinal))];

    public static TheoryData<string> Pages => [.. Names("*.md"), .. Names("*.expected"), .. Names("*.txt"), .. Names("*.html")];

    [Theory]
    [MemberData(nameof(Records))]
    public void A_record_names_no_machine_user_or_folder(string name) =>
        PrivacyCheck.NamesNoMachineUserOrFolder(File.ReadAllText(Repository.PathOf(name)));

    [Theory]
    [MemberData(nameof(Pages))]
    public void A_page_names_no_users_folder(string name) =>
        UsersFolder().Matches(File.ReadAllText(Repository.PathOf(name))).Select(match => match.Value).ShouldBeEmpty();

    private static IEnumerable<string> Names(string pattern) =>
        Repository.Files(pattern).Select(file => Path.GetRelativePath(Repository.Root, file).Replace('\\', '/'));

    [GeneratedRegex(@"(?<!\w)/(?:home|root|Users|work)/\S*|[A-Za-z]:\\Users\\\S*")]
    private static partial Regex UsersFolder();
}
