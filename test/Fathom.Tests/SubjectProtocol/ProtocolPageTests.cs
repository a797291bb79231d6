using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Fathom.SubjectProtocol;
using Fathom.TestKit;

namespace Fathom.Tests.SubjectProtocol;

/// <summary><c>docs/subject-protocol.md</c> describes the code.</summary>
public partial class ProtocolPageTests
{
    private static readonly string Page = File.ReadAllText(Repository.PathOf("docs/subject-protocol.md"));

    [Fact]
    public void The_table_of_values_is_the_declared_one() => Rows("| value | reported by | unit | meaning |")
        .ShouldBe(ReportedValues.All.Select(v => Row($"`{v.Name}`", v.By.ToString().ToLowerInvariant(), v.Unit, v.Text)));

    [Fact]
    public void The_table_of_series_is_the_declared_one() => Rows("| series | unit | meaning |")
        .ShouldBe(ReportedValues.AllSeries.Select(s => Row($"`{s.Name}`", s.Unit, s.Text)));

    [Fact]
    public void The_table_of_kinds_of_flags_is_complete() => Rows("| kind of flag | value |").Select(r => r.Split('`')[1])
        .ShouldBe(Enum.GetNames<FlagKind>().Select(k => k.ToLowerInvariant()));

    [Fact]
    public void Every_line_of_the_example_session_follows_the_protocol()
    {
        var lines = Session().Matches(Page).SelectMany(m => m.Groups[1].Value.Trim().Split('\n')).ToList();
        var commands = lines.Where(l => l.StartsWith("> ", StringComparison.Ordinal)).Select(l => SubjectCommand.Split(l[2..])).ToList();
        commands.Select(c => c.Word).ShouldBe(
            [SubjectCommand.Begin, SubjectCommand.End, SubjectCommand.Warm, SubjectCommand.Run]);
        commands.Where(c => c.Argument.Length > 0).ShouldAllBe(c => JsonNode.Parse(c.Argument)!["kind"] != null);
        lines.Where(l => l.StartsWith('{')).Select(l => SubjectReply.KindOf(SubjectReply.Parse(l).GetType()))
            .ShouldBe(["ready", "begun", "figures", "ready", "warm", "figures"]);
    }

    [Fact]
    public void The_table_of_commands_names_each_with_its_reply()
    {
        var rows = Rows("| command | to | reply | meaning |").ToList();
        foreach (var (command, reply) in new[]
        {
            (SubjectCommand.Warm, typeof(SubjectReply.Warm)), (SubjectCommand.Begin, typeof(SubjectReply.Counting)),
            (SubjectCommand.Run, typeof(ProcessFigures)), (SubjectCommand.End, typeof(ProcessFigures)),
            (SubjectCommand.Collect, typeof(SubjectReply.Collected)),
        })
        {
            rows.Where(r => r.StartsWith($"| `{command}", StringComparison.Ordinal)).ShouldHaveSingleItem()
                .ShouldContain($"| `{SubjectReply.KindOf(reply)}` |");
        }
    }

    [Fact]
    public void The_example_of_a_manifest_is_one()
    {
        var manifest = SubjectManifest.Parse(Json().Match(Page).Groups[1].Value);
        var flag = manifest.Flags.ShouldHaveSingleItem();
        (flag.Kind, flag.FaultOf("10"), flag.FaultOf("11")).ShouldBe((FlagKind.Number, null, "'11' cannot be used; accepted: 1 to 10"));
        manifest.Workloads.ShouldHaveSingleItem().Fields.ShouldHaveSingleItem().Required.ShouldBeTrue();
    }

    private static string Row(params string[] cells) => $"| {string.Join(" | ", cells)} |".Replace("|  |", "| |", StringComparison.Ordinal);

    // The rows below a table's head.
    private static IEnumerable<string> Rows(string head) =>
        Page.Split('\n').SkipWhile(l => l != head).Skip(2).TakeWhile(l => l.StartsWith('|'));

    [GeneratedRegex(@"```\n\$ (.*?)```", RegexOptions.Singleline)]
    private static partial Regex Session();

    [GeneratedRegex("```json\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex Json();
}
