using Fathom.Machines.Kernel;

namespace Fathom.Tests.Machines.Kernel;

/// <summary>Where a process's control groups are, by what the kernel writes of them.</summary>
public sealed class ProcessorGroupsTests
{
    private const string Mounts = """
        22 1 0:20 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        31 23 0:28 / /sys/fs/cgroup ro,nosuid shared:9 - tmpfs tmpfs ro,mode=755
        32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:10 master:3 - cgroup cgroup rw,cpu,cpuacct
        33 31 0:30 / /sys/fs/cgroup/cpuset rw,relatime shared:11 - cgroup cgroup rw,cpuset
        34 31 0:31 / /sys/fs/cgroup/unified rw,relatime shared:12 - cgroup2 cgroup2 rw
        """;

    [Fact]
    public void Version_1_names_the_controller_also_where_version_2_is_mounted_beside_it() =>
        ProcessorGroups.Of("7:cpuset:/other\n4:cpu,cpuacct:/jobs/one\n0::/user\n", Mounts).ShouldBe(
            ["/sys/fs/cgroup/cpu,cpuacct/jobs/one", "/sys/fs/cgroup/cpu,cpuacct/jobs", "/sys/fs/cgroup/cpu,cpuacct"]);

    [Fact]
    public void Version_2_has_one_path() =>
        ProcessorGroups.Of("0::/system.slice/job.service\n", "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n")
            .ShouldBe(["/sys/fs/cgroup/system.slice/job.service", "/sys/fs/cgroup/system.slice", "/sys/fs/cgroup"]);

    [Theory]
    [InlineData("0::/docker/1f\n", "/docker/1f", "/sys/fs/cgroup")]
    [InlineData("0::/docker/1f/inner\n", "/docker/1f", "/sys/fs/cgroup/inner /sys/fs/cgroup")]
    [InlineData("0::/docker/1f\n", "/docker/1", "/sys/fs/cgroup")]
    [InlineData("0::/../other\n", "/", "/sys/fs/cgroup")]
    [InlineData("0::/\n", "/", "/sys/fs/cgroup")]
    public void Within_a_container_the_topmost_group_is_what_is_mounted(string groups, string root, string expected) =>
        ProcessorGroups.Of(groups, $"30 23 0:26 {root} /sys/fs/cgroup ro - cgroup2 cgroup2 rw").ShouldBe(expected.Split(' '));

    [Theory]
    [InlineData("", Mounts)]
    [InlineData("4:cpu:/\n", "")]
    [InlineData("7:cpuset:/\n", Mounts)]
    public void Where_nothing_is_mounted_there_are_none(string groups, string mounts) =>
        ProcessorGroups.Of(groups, mounts).ShouldBeEmpty();
}
