namespace Fathom.Tests.Cli;

/// <summary>The file of settings with its sections. Every value here is wrong in its own way, so that the message shows which one was
/// read.</summary>
public sealed class SettingsTests : IDisposable
{
    private const string LongFlat = "settings.yml, line 1: several commands have a flag --certificates; write it in a section, as in "
        + "'mediator: { invite: { certificates: ... } }' or 'mediator: { revoke: { certificates: ... } }' or 'mediator: { graph: { "
        + "certificates: ... } }'";

    private readonly SettingsFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("profile: fast", "settings.yml, line 1: profile: 'fast' is not a profile")]
    [InlineData("run:\n  profile: fast", "settings.yml, line 2: section 'run', profile: 'fast' is not a profile")]
    [InlineData("run: { profile: fast }", "settings.yml, line 1: section 'run', profile: 'fast' is not a profile")]
    [InlineData("level: [call=sideways]", "factor 'call' has no level 'sideways'")]
    [InlineData("run:\n  level:\n    - schedule=sequential\n    - call=sideways", "factor 'call' has no level 'sideways'")]
    [InlineData("profile: [quick, full]", "settings.yml, line 1: profile: 2 values found (quick, full); one is accepted")]
    public async Task A_value_is_checked_like_one_of_the_command_line(string content, string message) =>
        (await _folder.RunAsync(content, "run")).ShouldContain(message);

    [Theory]
    [InlineData("profle: full", "settings.yml, line 1: 'profle' is not the name of a flag or of a command; did you mean 'profile'?")]
    [InlineData(
        "rnu: { profile: full }", "settings.yml, line 1: 'rnu' is not the name of a command; did you mean 'run'? (accepted: doctor, load, "
        + "call, list, describe, compare, merge, link, check, run, serve, report, proto, mediator)")]
    [InlineData("# first\nrun:\n  profile: full\n  sed: 1",
        "settings.yml, line 4: section 'run': 'sed' is not the name of a flag of this command; did you mean 'seed'?")]
    [InlineData("run:\n  delay: 50ms", "settings.yml, line 2: section 'run': 'delay' is not the name of a flag of this command")]
    [InlineData("mediator:\n  invte:\n    life: 5m",
        "settings.yml, line 2: section 'mediator': 'invte' is not the name of a command; did you mean 'invite'? (accepted: invite, "
        + "revoke, graph)")]
    [InlineData("mediator:\n  invite:\n    lif: 5m",
        "settings.yml, line 3: section 'mediator invite': 'lif' is not the name of a flag of this command; did you mean 'life'?")]
    [InlineData("mediator:\n  life: 5m",
        "settings.yml, line 2: section 'mediator': 'life' is not the name of a flag of this command (accepted: invite, revoke, graph)")]
    [InlineData("run: full", "settings.yml, line 1: 'run' is a section: flags are expected under it, as in 'run: { profile: ... }'")]
    [InlineData("call: greet.Greeter/SayHello", "settings.yml, line 1: 'call' is a section: flags are expected under it, as in "
        + "'call: { data: ... }'; for the flag --call, write 'doctor: { call: ... }'")]
    [InlineData("mediator: x",
        "settings.yml, line 1: 'mediator' is a section: flags are expected under it, as in 'mediator: { invite: { certificates: ... } }'")]
    [InlineData("profile: { run: full }", "settings.yml, line 1: 'profile' is a flag: a value or a list of values is expected")]
    [InlineData("certificates: x", LongFlat)]
    [InlineData("seed: 7", "settings.yml, line 1: several commands have a flag --seed; write it in a section, as in "
        + "'doctor: { seed: ... }' or 'load: { seed: ... }' or 'link: { seed: ... }' or 'run: { seed: ... }'")]
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
        (await _folder.RunAsync(content, "run")).ShouldContain(message);
        (await _folder.RunAsync(content, "report", "x.json")).ShouldContain(message);
    }

    [Theory]
    [InlineData("")]
    [InlineData("# nothing yet\n")]
    [InlineData(
        "run:\n  profile: quick\nlink:\n  delay: 5ms\nmediator:\n  invite: { life: 5m }\n  graph: { svg: x.svg }\nproto: { export: { "
            + "out: x } }")]
    public async Task A_file_of_sections_is_accepted(string content) =>
        (await _folder.RunAsync(content, "run", "--profile", "fast")).ShouldStartWith("fathom: --profile: 'fast'");

    [Theory]
    [InlineData("life: soon", "settings.yml, line 1: life: 'soon' is not a duration")]
    [InlineData("mediator:\n  invite:\n    life: soon", "settings.yml, line 3: section 'mediator invite', life: 'soon' is not a duration")]
    public async Task Flags_of_nested_commands_work_in_files(string content, string message) =>
        (await _folder.RunAsync(content, "mediator", "invite", "--certificates", ".")).ShouldContain(message);

    [Fact]
    public async Task A_section_belongs_to_its_command_alone()
    {
        (await _folder.RunAsync("link: { seed: soon }", "run", "--profile", "fast")).ShouldStartWith("fathom: --profile");
        (await _folder.RunAsync("link: { seed: soon }", "link", "--", "true"))
            .ShouldStartWith("fathom: settings.yml, line 1: section 'link', seed: 'soon'");
    }

    [Fact]
    public async Task A_file_that_is_not_there_is_named()
    {
        var (exitCode, _, error) = await CommandLine.RunAsync(["run", "--config", "nowhere.yml"], folder: _folder.Path);

        exitCode.ShouldBe(2);
        error.ShouldStartWith("fathom: --config: 'nowhere.yml' cannot be read: ");
    }
}
