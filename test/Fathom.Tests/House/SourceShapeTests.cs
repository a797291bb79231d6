using System.Text.RegularExpressions;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>
/// The size and shape of the source. What breaks a rule today stands in <c>SourceShape.allowed</c>, one offender a line under the rule's
/// heading; a line there that no longer offends fails the test too, so that the file only shrinks.
/// </summary>
public partial class SourceShapeTests
{
    private const int MaxColumns = 140;
    private const int MaxLines = 350;
    private const int MaxLinesOfNineInTen = 120;
    private const int MaxFilesInFolder = 25;

    private static readonly Dictionary<string, string[]> Sources = Repository.Files("*.cs").ToDictionary(
        file => Path.GetRelativePath(Repository.Root, file).Replace('\\', '/'), File.ReadAllLines);

    [Fact]
    public void No_line_ends_beyond_column_140() => Judge("lines over 140 columns",
        Sources.Where(source => source.Value.Any(line => line.Length > MaxColumns)).Select(source => source.Key));

    [Fact]
    public void No_file_has_more_than_350_lines() => Judge("files over 350 lines",
        Sources.Where(source => source.Value.Length > MaxLines).Select(source => source.Key));

    [Fact]
    public void No_folder_holds_more_than_25_source_files() => Judge("folders over 25 files",
        Sources.Keys.GroupBy(path => path[..path.LastIndexOf('/')]).Where(folder => folder.Count() > MaxFilesInFolder)
            .Select(folder => folder.Key));

    [Fact]
    public void Nine_files_in_ten_have_under_120_lines() => Judge("ninth file in ten of 120 lines or more",
        new[] { "src", "subjects", "test" }.Where(top =>
        {
            var lengths = Sources.Where(source => source.Key.StartsWith(top + "/", StringComparison.Ordinal))
                .Select(source => source.Value.Length).Order().ToArray();
            return lengths[(int)(0.9 * lengths.Length)] >= MaxLinesOfNineInTen;
        }));

    [Fact]
    public void No_two_types_of_the_product_have_one_name() => Judge("names of two types",
        Sources.Where(source => source.Key.StartsWith("src/", StringComparison.Ordinal))
            .SelectMany(source => source.Value.Select(line => TypeAtTop().Match(line)).Where(match => match.Success)
                .Select(match => (Name: match.Groups[1].Value, Home: (source.Key.Split('/')[1], NamespaceOf(source.Value)))))
            .Distinct().GroupBy(type => type.Name).Where(types => types.Count() > 1).Select(types => types.Key));

    // The generator writes the classes of one assembly in an order that no two builds share: packages would have other bytes each time.
    [Fact]
    public void One_class_of_a_project_has_generated_log_messages() => Judge("projects with log messages in two classes",
        Sources.Where(source => source.Key.StartsWith("src/", StringComparison.Ordinal)
                && source.Value.Any(line => line.StartsWith("    [LoggerMessage(", StringComparison.Ordinal)))
            .GroupBy(source => source.Key.Split('/')[1]).Where(classes => classes.Count() > 1).Select(classes => classes.Key));

    private static void Judge(string rule, IEnumerable<string> offenders)
    {
        var found = offenders.Order(StringComparer.Ordinal).ToArray();
        var allowed = Allowed(rule);

        found.Except(allowed).ShouldBeEmpty($"{rule}: these are new");
        allowed.Except(found).ShouldBeEmpty($"{rule}: these no longer offend; take them out of SourceShape.allowed");
    }

    private static string[] Allowed(string rule) =>
        [.. File.ReadLines(Repository.PathOf("test/Fathom.Tests/House/SourceShape.allowed"))
            .SkipWhile(line => line != $"[{rule}]").Skip(1).TakeWhile(line => !line.StartsWith('[')).Where(line => line.Length > 0)];

    private static string NamespaceOf(string[] lines) =>
        Array.Find(lines, line => line.StartsWith("namespace ", StringComparison.Ordinal)) ?? "";

    // Namespaces are file-scoped, so a type that is nested in no other begins in the first column.
    [GeneratedRegex(@"^(?:[a-z]+ )*(?:class|struct|interface|enum|record)(?: struct| class)? (\w+)")]
    private static partial Regex TypeAtTop();
}
