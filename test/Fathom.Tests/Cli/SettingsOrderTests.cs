namespace Fathom.Tests.Cli;

/// <summary>Settings of the environment, and which one counts where several are set.</summary>
public sealed class SettingsOrderTests : IDisposable
{
    private readonly SettingsFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_order_is_flag_then_variable_of_the_command_then_flat_variable_then_section_then_flat_name()
    {
        const string file = "profile: flat\nrun: { profile: section }";
        Dictionary<string, string> flat = new() { ["FATHOM_PROFILE"] = "flat" };
        Dictionary<string, string> both = new(flat) { ["FATHOM_RUN_PROFILE"] = "command" };

        (await _folder.RunAsync("profile: flat", "run")).ShouldStartWith("fathom: settings.yml, line 1: profile: 'flat'");
        (await _folder.RunAsync(file, "run")).ShouldStartWith("fathom: settings.yml, line 2: section 'run', profile: 'section'");
        (await _folder.RunAsync(file, flat, "run")).ShouldStartWith("fathom: FATHOM_PROFILE: 'flat'");
        (await _folder.RunAsync(file, both, "run")).ShouldStartWith("fathom: FATHOM_RUN_PROFILE: 'command'");
        (await _folder.RunAsync(file, both, "run", "--profile", "flag")).ShouldStartWith("fathom: --profile: 'flag'");
    }

    [Fact]
    public async Task A_variable_names_nested_commands_too()
    {
        (await _folder.RunWithAsync(new() { ["FATHOM_MEDIATOR_INVITE_LIFE"] = "soon" }, "mediator", "invite", "--certificates", "."))
            .ShouldStartWith("fathom: FATHOM_MEDIATOR_INVITE_LIFE: 'soon' is not a duration");
        (await _folder.RunWithAsync(new() { ["FATHOM_LIFE"] = "soon" }, "mediator", "invite", "--certificates", "."))
            .ShouldStartWith("fathom: FATHOM_LIFE: 'soon' is not a duration");
    }

    [Fact]
    public async Task A_flat_variable_of_several_commands_is_refused_and_a_variable_of_the_command_is_not()
    {
        (await _folder.RunWithAsync(new() { ["FATHOM_SEED"] = "7" }, "run")).ShouldBe(
            "fathom: FATHOM_SEED: several commands have a flag --seed; set FATHOM_DOCTOR_SEED or FATHOM_LOAD_SEED or FATHOM_LINK_SEED "
                + "or FATHOM_RUN_SEED instead"
                + Environment.NewLine);
        (await _folder.RunWithAsync(new() { ["FATHOM_SEED"] = "7", ["FATHOM_RUN_SEED"] = "soon" }, "run")).ShouldStartWith(
            "fathom: FATHOM_RUN_SEED: 'soon'");
        (await _folder.RunWithAsync(new() { ["FATHOM_SEED"] = "7" }, "report", "nowhere.json")).ShouldContain("nowhere.json");
    }

    [Fact]
    public async Task A_list_stands_in_a_variable_line_by_line() =>
        (await _folder.RunWithAsync(new() { ["FATHOM_LEVEL"] = "call=async\ncall=sideways" }, "run")).ShouldContain("no level 'sideways'");
}
