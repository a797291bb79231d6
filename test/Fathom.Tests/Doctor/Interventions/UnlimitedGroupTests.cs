using Fathom.Doctor.Interventions;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Interventions;

/// <summary>Where a control group without a limit of processor time can be made: folders stand for groups.</summary>
public sealed class UnlimitedGroupTests : IDisposable
{
    private readonly TemporaryFolder _groups = new();

    [Fact]
    public void It_is_made_above_all_limits_because_a_limit_also_binds_the_groups_below()
    {
        Limit("a/b/c", "50000 100000");
        Limit("a/b", "max 100000");
        Limit("a", "150000 100000");
        UnlimitedGroup.ParentOf(Inherited("a/b/c", "a/b", "a", "")).ShouldBe(_groups.PathOf(""));
    }

    [Fact]
    public void The_nearest_group_without_a_limit_is_taken()
    {
        Limit("a/b", "50000 100000");
        UnlimitedGroup.ParentOf(Inherited("a/b/c", "a/b", "a", "")).ShouldBe(_groups.PathOf("a"));
    }

    [Fact]
    public void Version_1_has_a_file_of_its_own()
    {
        Write("a/b", "cpu.cfs_quota_us", "50000");
        Write("a/b", "cpu.cfs_period_us", "100000");
        Write("a", "cpu.cfs_quota_us", "-1");
        UnlimitedGroup.ParentOf(Inherited("a/b", "a")).ShouldBe(_groups.PathOf("a"));
    }

    [Fact]
    public void A_limit_that_is_not_inherited_is_the_commands_own() =>
        Refused("a", "").ShouldStartWith("the program does not inherit its limit");

    [Fact]
    public void A_limit_of_the_topmost_group_cannot_be_lifted_from_within()
    {
        Limit("", "50000 100000");
        Refused("a", "").ShouldBe(
            "the limit is that of the topmost control group that can be seen from here, as in a container: run this command outside of "
                + "it, or start the container without the limit");
    }

    [Fact]
    public void Other_limits_of_the_same_groups_are_not_lifted_with_it()
    {
        Limit("a", "50000 100000");
        Write("a/b", "memory.max", "1073741824");
        Write("a", "pids.max", "max");
        Write("a", "io.max", "");
        Refused("a/b", "a", "").ShouldStartWith("the control groups of the program also limit memory.max, which would be lifted");
        Write("a/b", "memory.max", "max");
        UnlimitedGroup.ParentOf(Inherited("a/b", "a", "")).ShouldBe(_groups.PathOf(""));
    }

    [Fact]
    public async Task Where_no_group_can_be_made_it_says_what_is_needed()
    {
        Limit("a", "50000 100000");
        // A file in its place: what no user may do, root included.
        string[] inherited = [_groups.PathOf("a"), _groups.PathOf("file")];
        await File.WriteAllTextAsync(inherited[1], "", TestContext.Current.CancellationToken);
        var refused = await Should.ThrowAsync<RunEnvironmentException>(
            () => UnlimitedGroup.CreateAsync(inherited, TestContext.Current.CancellationToken));
        refused.Message.ShouldContain("it needs root, or groups of its own up to there (systemd: Delegate=cpu)");
    }

    public void Dispose() => _groups.Dispose();

    private string Refused(params string[] inherited) =>
        Should.Throw<RunEnvironmentException>(() => UnlimitedGroup.ParentOf(Inherited(inherited))).Message;

    private IReadOnlyList<string> Inherited(params string[] groups) => [.. groups.Select(_groups.PathOf)];

    private void Limit(string group, string most) => Write(group, "cpu.max", most);

    private void Write(string group, string file, string text) =>
        File.WriteAllText(Path.Combine(Directory.CreateDirectory(_groups.PathOf(group)).FullName, file), text);
}
