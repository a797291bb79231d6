using System.Text.RegularExpressions;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>What a test class leaves is removed.</summary>
public partial class CleanupTests
{
    // xunit.v3 calls DisposeAsync of a class that has both, and leaves Dispose out.
    [Fact]
    public void A_test_class_has_one_clean_up_method()
    {
        foreach (var file in Repository.Files("*Tests.cs"))
        {
            foreach (Match bases in BaseTypes().Matches(File.ReadAllText(file)))
            {
                var names = bases.Groups["bases"].Value.Split(',', StringSplitOptions.TrimEntries);
                (names.Contains("IDisposable") && (names.Contains("IAsyncDisposable") || names.Contains("IAsyncLifetime")))
                    .ShouldBeFalse($"{Path.GetFileName(file)}: {bases.Groups["name"]} is IDisposable too; clean up in DisposeAsync");
            }
        }
    }

    [GeneratedRegex(@"^\s*public [^\n]*\bclass (?<name>\w+)(\([^)]*\))?\s*:(?<bases>[^{;]*)", RegexOptions.Multiline)]
    private static partial Regex BaseTypes();
}
