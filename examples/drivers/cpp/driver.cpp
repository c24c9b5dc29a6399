// `driver DIR`, where DIR is what `nerconform export` wrote: asks the scorer the golden cases of three claims, then each
// wrong scorer. The exit status is 0 if the scorer is right on every case and each wrong one is found.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <regex>

#include <nlohmann/json.hpp>

#include "scorer.hpp"

using nlohmann::json;

namespace {

// The claims that the scorer makes: the file of each, and the policy that it is asked in.
const std::vector<std::pair<std::string, std::string>> CLAIMS = {
    {"legal-data", "lenient"}, {"illegal-tags-lenient", "lenient"}, {"illegal-tags-discard", "discard"}};

std::string percent_decoded(const std::string& text) {
    std::string found;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            found += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            found += text[i];
        }
    }
    return found;
}

bool agrees(const json& expected, double got) {
    if (expected.is_number_integer()) return expected.get<long>() == got;
    const double right = expected.at("double");
    return std::abs(right - got) <= 1e-12 * std::max(1.0, std::abs(right));
}

// What is wrong with the scorer's answer to a case: empty if nothing is.
std::vector<std::string> differences(const json& one, const std::string& policy, const std::string& mistake) {
    // strict.SCOPE.QUANTITY; the scope type{X} has the type percent-encoded.
    static const std::regex measures(R"(strict\.(micro|macro|weighted|type\{(.*?)\})\.(.+))");
    const json& answer = one.at("answers").at(0);
    const scorer::Sentences gold = one.at("gold"), pred = one.at("pred");
    const scorer::Scorer asked(one.at("scheme"), policy, mistake);
    scorer::Types types;
    try {
        types = asked.count(gold, pred);
    } catch (const std::invalid_argument& error) {
        if (answer.contains("refused")) return {};
        return {std::string("it raised ") + error.what()};
    }
    if (answer.contains("refused")) return {"it answered, and " + answer.at("refused").get<std::string>() + " is due"};
    std::vector<std::string> wrong;
    const json numbers = answer.value("numbers", json::object()), spans = answer.value("spans", json::object());
    for (const auto& [measure, expected] : numbers.items()) {
        std::smatch parts;
        if (!std::regex_match(measure, parts, measures)) throw std::runtime_error("not a measure: " + measure);
        const std::string scope = parts[1].str()[0] == 't' ? "type:" + percent_decoded(parts[2]) : parts[1].str();
        const double got = asked.value(types, scope, parts[3]);
        if (!agrees(expected, got))
            wrong.push_back(measure + " is " + std::to_string(got) + ", and " + expected.dump() + " is right");
    }
    for (const auto& [side, units] : spans.items()) {
        const scorer::Sentences& sentences = side == "gold" ? gold : pred;
        for (std::size_t i = 0; i < units.size(); ++i) {
            auto got = asked.decode(sentences.at(i));
            std::vector<scorer::Entity> right = units.at(i);
            std::sort(got.begin(), got.end());
            std::sort(right.begin(), right.end());
            if (got != right) wrong.push_back("the entities of " + side + " differ in sentence " + std::to_string(i));
        }
    }
    if (answer.contains("rows")) {
        std::set<std::string> rows, right = answer.at("rows");
        for (const auto& [type, counts] : types) rows.insert(type);
        if (rows != right) wrong.push_back("the rows differ");
    }
    return wrong;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: driver DIR\n";
        return 2;
    }
    std::vector<std::pair<json, std::string>> cases;
    for (const auto& [claim, policy] : CLAIMS) {
        std::ifstream file(std::string(arguments[1]) + "/claims/" + claim + ".json");
        const json document = json::parse(file);
        for (const auto& one : document.at("cases")) cases.emplace_back(one, policy);
    }
    const auto failures = [&](const std::string& mistake, bool told) {
        int failed = 0;
        for (const auto& [one, policy] : cases) {
            const auto wrong = differences(one, policy, mistake);
            failed += !wrong.empty();
            if (told)
                for (const auto& line : wrong)
                    std::cout << one.at("id").get<std::string>() << ": " << line << ". " << one.at("why").get<std::string>() << "\n";
        }
        return failed;
    };
    int failed = failures("", true);
    std::printf("the scorer: %d of %zu cases wrong\n", failed, cases.size());
    for (const auto& mistake : scorer::MISTAKES) {
        const int found = failures(mistake, false);
        std::printf("a scorer that %s: %d cases wrong\n", mistake.c_str(), found);
        failed += found == 0;
    }
    return failed == 0 ? 0 : 1;
}
