using Fathom.Machines.Prerequisites;

namespace Fathom.Tests.Machines.Prerequisites;

/// <summary>What stands in the way of a link, and the command that removes it.</summary>
public class LinkPrerequisiteTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(DeviceAccess.Absent, "there is no /dev/net/tun", "modprobe")]
    [InlineData(DeviceAccess.Denied, "/dev/net/tun is not open to this user", "chmod 666")]
    [InlineData(DeviceAccess.Unusable, "/dev/net/tun has no driver behind it", "modprobe")]
    public async Task A_TUN_device_that_cannot_be_had_is_explained(DeviceAccess access, string found, string remedy)
    {
        var result = await LinkPrerequisites.Tun.CheckAsync(new FakeMachine { Tun = access }, cancellation: Token);

        (result.IsPresent, result.Found).ShouldBe((false, found));
        result.Remedy.ShouldContain(remedy);
        result.Remedy.ShouldContain("--mode relay");
    }

    [Theory]
    [InlineData("user.max_user_namespaces", "0", "sysctl -w user.max_user_namespaces=10000")]
    [InlineData("kernel.unprivileged_userns_clone", "0", "sysctl -w kernel.unprivileged_userns_clone=1")]
    [InlineData("kernel.apparmor_restrict_unprivileged_userns", "1", "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0")]
    public async Task The_setting_that_closes_namespaces_is_named_with_the_command_that_opens_them(
        string setting, string value, string remedy)
    {
        var machine = new FakeMachine
        {
            Programs = new() { ["unshare"] = (1, "", "unshare: unshare failed: Operation not permitted") },
            Files = new() { [$"/proc/sys/{setting.Replace('.', '/')}"] = value },
        };

        var result = await LinkPrerequisites.Namespaces.CheckAsync(machine, cancellation: Token);

        result.Found.ShouldBe($"closed to this user by {setting} = {value}");
        result.Remedy.ShouldContain(remedy);
    }

    [Fact]
    public async Task A_container_that_hides_proc_is_told_apart_from_closed_namespaces()
    {
        var hidden = await LinkPrerequisites.Namespaces.CheckAsync(
            new FakeMachine { Programs = new() { ["unshare"] = (1, "", "unshare: mount /proc failed: Operation not permitted") } },
                cancellation: Token);
        var closed = await LinkPrerequisites.Namespaces.CheckAsync(
            new FakeMachine { Programs = new() { ["unshare"] = (1, "", "unshare: unshare failed: Operation not permitted") } },
                cancellation: Token);

        hidden.Remedy.ShouldContain("systempaths=unconfined");
        (closed.Found, closed.Remedy).ShouldBe(("closed to this user", LinkPrerequisites.Namespaces.Remedy));
    }

    [Fact]
    public async Task Congestion_control_names_what_is_allowed()
    {
        var machine = new FakeMachine
        {
            Files = new()
            {
                ["/proc/sys/net/ipv4/tcp_allowed_congestion_control"] = "reno bbr",
                ["/proc/sys/net/ipv4/tcp_available_congestion_control"] = "reno bbr cubic",
            },
        };

        (await LinkPrerequisites.Cubic.CheckAsync(machine, cancellation: Token)).Found.ShouldBe(
            "not allowed to namespaces (allowed: reno, bbr)");
        (await LinkPrerequisites.Cubic.CheckAsync(new FakeMachine(), cancellation: Token)).Found.ShouldBe("not in this kernel");
    }
}
