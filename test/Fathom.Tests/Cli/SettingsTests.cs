using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary>Settings outside the command line: the file with its sections, the environment, and which of them counts. Every value here is
/// wrong in its own way, so that the message shows which one was read.</summary>
public sealed class SettingsTests : IDisposable
{
    private const string LongFlat = "settings.yml, line 1: several commands have a flag --certificates; write it in a section, as in "
        + "'mediator: { invite: { certificates: ... } }' or 'mediator: { graph: { certificates: ... } }'";

    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Theory]
    [InlineData("profile: fast", "settings.yml, line 1: profile: 'fast' is not a profile")]
    [InlineData("run:\n  profile: fast", "settings.yml, line 2: section 'run', profile: 'fast' is not a profile")]
    [InlineData("run: { profile: fast }", "settings.yml, line 1: section 'run', profile: 'fast' is not a profile")]
    [InlineData("level: [call=sideways]", "factor 'call' has no level 'sideways'")]
    [InlineData("run:\n  level:\n    - schedule=sequential\n    - call=sideways", "factor 'call' has no level 'sideways'")]
    [InlineData("profile: [quick, full]", "settings.yml, line 1: profile: 2 values found (quick, full); one is accepted")]
    public async Task A_value_is_checked_like_one_of_the_command_line(string content, string message) =>
        (await RunAsync(content, "run")).ShouldContain(message);

    [Theory]
    [InlineData("profle: full", "settings.yml, line 1: 'profle' is not the name of a flag or of a command; did you mean 'profile'?")]
    [InlineData(
        "rnu: { profile: full }", "settings.yml, line 1: 'rnu' is not the name of a command; did you mean 'run'? (accepted: run, check, "
        + "link, serve, report, proto, mediator)")]
    [InlineData("# first\nrun:\n  profile: full\n  sed: 1",
        "settings.yml, line 4: section 'run': 'sed' is not the name of a flag of this command; did you mean 'seed'?")]
    [InlineData("run:\n  delay: 50ms", "settings.yml, line 2: section 'run': 'delay' is not the name of a flag of this command")]
    [InlineData("mediator:\n  invte:\n    life: 5m",
        "settings.yml, line 2: section 'mediator': 'invte' is not the name of a command; did you mean 'invite'? (accepted: invite, graph)")]
    [InlineData("mediator:\n  invite:\n    lif: 5m",
        "settings.yml, line 3: section 'mediator invite': 'lif' is not the name of a flag of this command; did you mean 'life'?")]
    [InlineData("mediator:\n  life: 5m",
        "settings.yml, line 2: section 'mediator': 'life' is not the name of a flag of this command (accepted: invite, graph)")]
    [InlineData("run: full", "settings.yml, line 1: 'run' is a section: flags are expected under it, as in 'run: { profile: ... }'")]
    [InlineData("mediator: x",
        "settings.yml, line 1: 'mediator' is a section: flags are expected under it, as in 'mediator: { invite: { certificates: ... } }'")]
    [InlineData("profile: { run: full }", "settings.yml, line 1: 'profile' is a flag: a value or a list of values is expected")]
    [InlineData("certificates: x", LongFlat)]
    [InlineData("seed: 7", "settings.yml, line 1: several commands have a flag --seed; write it in a section, as in "
        + "'run: { seed: ... }' or 'link: { seed: ... }'")]
    [InlineData("profle: x\nsed: y", "settings.yml, line 2: 'sed'")]
    [InlineData("profile:", "settings.yml, line 1: profile: a value is missing")]
    [InlineData("profile: ~", "settings.yml, line 1: profile: a value is missing")]
    [InlineData("level: []", "settings.yml, line 1: level: a value or a list of values is expected")]
    [InlineData("level: [[a]]", "settings.yml, line 1: level: a value or a list of values is expected")]
    [InlineData("profile: [", "settings.yml, line 2, column 1: this is not YAML of the form 'flag: value'")]
    [InlineData("profile: quick\nprofile: full", "this is not YAML of the form 'flag: value'")]
    [InlineData("- profile", "settings.yml: keys of the form 'flag: value' are expected, as in 'profile: full'")]
    [InlineData("profile: full\n---\nprofile: quick", "settings.yml: 2 YAML documents found; one is accepted")]
    public async Task A_key_that_no_command_or_more_than_one_has_is_refused_with_its_line(string content, string message)
    {
        // Whatever command runs: a file is checked as a whole.
        (await RunAsync(content, "run")).ShouldContain(message);
        (await RunAsync(content, "report", "x.json")).ShouldContain(message);
    }

    [Theory]
    [InlineData("")]
    [InlineData("# nothing yet\n")]
    [InlineData(
        "run:\n  profile: quick\nlink:\n  delay: 5ms\nmediator:\n  invite: { life: 5m }\n  graph: { svg: x.svg }\nproto: { export: { "
            + "out: x } }")]
    public async Task A_file_of_sections_is_accepted(string content) =>
        (await RunAsync(content, "run", "--profile", "fast")).ShouldStartWith("fathom: --profile: 'fast'");

    [Theory]
    [InlineData("life: soon", "settings.yml, line 1: life: 'soon' is not a duration")]
    [InlineData("mediator:\n  invite:\n    life: soon", "settings.yml, line 3: section 'mediator invite', life: 'soon' is not a duration")]
    public async Task Flags_of_nested_commands_work_in_files(string content, string message) =>
        (await RunAsync(content, "mediator", "invite", "--certificates", ".")).ShouldContain(message);

    [Fact]
    public async Task A_section_belongs_to_its_command_alone()
    {
        (await RunAsync("link: { seed: soon }", "run", "--profile", "fast")).ShouldStartWith("fathom: --profile");
        (await RunAsync("link: { seed: soon }", "link", "--", "true"))
            .ShouldStartWith("fathom: settings.yml, line 1: section 'link', seed: 'soon'");
    }

    [Fact]
    public async Task The_order_is_flag_then_variable_of_the_command_then_flat_variable_then_section_then_flat_name()
    {
        const string file = "profile: flat\nrun: { profile: section }";
        Dictionary<string, string> flat = new() { ["FATHOM_PROFILE"] = "flat" };
        Dictionary<string, string> both = new(flat) { ["FATHOM_RUN_PROFILE"] = "command" };

        (await RunAsync("profile: flat", "run")).ShouldStartWith("fathom: settings.yml, line 1: profile: 'flat'");
        (await RunAsync(file, "run")).ShouldStartWith("fathom: settings.yml, line 2: section 'run', profile: 'section'");
        (await RunAsync(file, flat, "run")).ShouldStartWith("fathom: FATHOM_PROFILE: 'flat'");
        (await RunAsync(file, both, "run")).ShouldStartWith("fathom: FATHOM_RUN_PROFILE: 'command'");
        (await RunAsync(file, both, "run", "--profile", "flag")).ShouldStartWith("fathom: --profile: 'flag'");
    }

    [Fact]
    public async Task A_variable_names_nested_commands_too()
    {
        (await RunWithAsync(new() { ["FATHOM_MEDIATOR_INVITE_LIFE"] = "soon" }, "mediator", "invite", "--certificates", "."))
            .ShouldStartWith("fathom: FATHOM_MEDIATOR_INVITE_LIFE: 'soon' is not a duration");
        (await RunWithAsync(new() { ["FATHOM_LIFE"] = "soon" }, "mediator", "invite", "--certificates", "."))
            .ShouldStartWith("fathom: FATHOM_LIFE: 'soon' is not a duration");
    }

    [Fact]
    public async Task A_flat_variable_of_several_commands_is_refused_and_a_variable_of_the_command_is_not()
    {
        (await RunWithAsync(new() { ["FATHOM_SEED"] = "7" }, "run")).ShouldBe(
            "fathom: FATHOM_SEED: several commands have a flag --seed; set FATHOM_RUN_SEED or FATHOM_LINK_SEED instead"
                + Environment.NewLine);
        (await RunWithAsync(new() { ["FATHOM_SEED"] = "7", ["FATHOM_RUN_SEED"] = "soon" }, "run")).ShouldStartWith(
            "fathom: FATHOM_RUN_SEED: 'soon'");
        (await RunWithAsync(new() { ["FATHOM_SEED"] = "7" }, "report", "nowhere.json")).ShouldContain("nowhere.json");
    }

    [Fact]
    public async Task A_list_stands_in_a_variable_line_by_line() =>
        (await RunWithAsync(new() { ["FATHOM_LEVEL"] = "call=async\ncall=sideways" }, "run")).ShouldContain("no level 'sideways'");

    [Fact]
    public async Task A_file_that_is_not_there_is_named()
    {
        var (exitCode, _, error) = await CommandLine.RunAsync(["run", "--config", "nowhere.yml"], folder: _temporary.Path);

        exitCode.ShouldBe(2);
        error.ShouldStartWith("fathom: --config: 'nowhere.yml' cannot be read: ");
    }

    private Task<string> RunAsync(string file, params string[] arguments) => RunAsync(file, [], arguments);

    private Task<string> RunWithAsync(Dictionary<string, string> environment, params string[] arguments) =>
        RunAsync("", environment, arguments);

    private async Task<string> RunAsync(string file, Dictionary<string, string> environment, params string[] arguments)
    {
        await File.WriteAllTextAsync(_temporary.PathOf("settings.yml"), file);
        var (exitCode, _, error) = await CommandLine.RunAsync(
            arguments, new(environment) { ["FATHOM_CONFIG"] = "settings.yml" }, _temporary.Path);
        exitCode.ShouldBe(2, error);
        return error;
    }
}
